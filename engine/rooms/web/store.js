// What this phone keeps: for each room the seat token (and a host's token), the name and the language.
// The token is made here and goes to the server alone, as the first message.

const PREFIX = "vierblatt:";
const memory = new Map(); // where the browser keeps nothing (private windows)

function read(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // It lasts as long as the page does.
  }
}

export function newToken() {
  // Not randomUUID: over plain http there is none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function seat(room) {
  try {
    const kept = JSON.parse(read("room:" + room) ?? "null");
    return kept && typeof kept.token === "string" ? kept : null;
  } catch {
    return null;
  }
}

export function keepSeat(room, kept) {
  write("room:" + room, JSON.stringify(kept));
}

export const name = () => read("name") ?? "";
export const keepName = (text) => write("name", text);
export const language = () => read("language") ?? (navigator.language?.startsWith("de") ? "de" : "en");
export const keepLanguage = (code) => write("language", code);
export const readResult = (room) => read("read:" + room) ?? "";
export const keepResult = (room, mark) => write("read:" + room, mark);
