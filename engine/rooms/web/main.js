// The page: finds out which room and who, keeps the connection, shows what the newest snapshot says.

import { Connection } from "./connection.js";
import { draft, dropDraft, el, keepDraft, replace } from "./dom.js";
import { dock, gamePage, heading, resultPage, task } from "./page.js";
import { arranging, hostGone, hostRemoved, lobbyPage, roomPanel, vacantSeats } from "./room.js";
import * as store from "./store.js";

const head = document.getElementById("head");
const main = document.getElementById("main");
const foot = document.getElementById("foot");
const status = document.getElementById("status");
const spoken = document.getElementById("spoken");

const AGAIN = 1500; // milliseconds until the page's texts are asked for once more

let t = {};
let language = store.language();
let room = decodeURIComponent(location.pathname.slice(1)).toUpperCase();
const claimed = () => /^#[0-9a-f]{32}$/.test(location.hash);
let claim = claimed() ? location.hash.slice(1) : "";
let creating = false;
let wanted = null; // {name} or {watch: true}: what to say once the room is found
let state = null;
let link = "connecting";
let refused = "";
let panel = ""; // "room" or "rules" over the page
let asked = "";
let pending = null; // the move that was not answered yet
let rules = null;
let noteSeen = 0;
let composing = false;
let late = false;
let joining = false; // an onlooker wants to play along
let noteShown = "";

if (claim) history.replaceState(null, "", location.pathname);

// Words ----------------------------------------

// Whether the page speaks *code* now; without a network it goes on in its language.
async function speak(code) {
  try {
    const answer = await fetch(`/texts/${code}.json`);
    t = await answer.json();
  } catch {
    return false;
  }
  language = code;
  store.keepLanguage(code);
  document.documentElement.lang = code;
  rules = null;
  draw();
  return true;
}

// Connection ----------------------------------------

function seat() {
  let kept = store.seat(room);
  if (!kept) {
    kept = { token: store.newToken(), host: "" };
    store.keepSeat(room, kept);
  }
  return kept;
}

let newRoom = null;
const connection = new Connection(
  () => {
    if (creating) {
      newRoom ??= { token: store.newToken(), host: store.newToken() };
      return { do: "hello", create: true, language, ...newRoom };
    }
    if (!room) return null;
    const { token, host } = seat();
    return { do: "hello", room, token, host: host ?? "", claim, language };
  },
  heard,
  (next) => {
    if (next === "replaced") state = null;
    link = next;
    draw();
  },
);

function heard(message) {
  if (message.do === "refused") {
    refused = message.text;
    if (["no_such_room", "room_locked", "room_full", "no_creating", "too_many_codes", "too_many_rooms", "house_full"].includes(message.code)) {
      creating = false;
      if (!state) {
        connection.stopped = true;
        connection.drop();
      }
    }
    state = null;
    draw();
    return;
  }
  refused = "";
  if (creating) {
    store.keepSeat(message.code, newRoom);
    creating = false;
    newRoom = null;
    room = message.code;
  }
  if (!state) noteSeen = message.note.number;
  claim = "";
  const before = state && standing();
  state = message;
  if (before !== standing()) asked = ""; // what was asked was meant for what was so then
  if (panel === "room" && outside()) show("");
  if (state.code !== room && !store.seat(state.code)) store.keepSeat(state.code, seat());
  if (location.pathname !== "/" + room) history.replaceState(null, "", "/" + room);
  if (wanted && !state.you.member) {
    connection.send(wanted.watch ? { do: "watch" } : { do: "join", name: wanted.name });
  }
  wanted = null;
  if (pending) {
    // Where its match or its seat is gone, a move has no answer to wait for.
    const gone = state.match?.number !== pending.match || state.you.seat === null;
    if (state.heard === pending.id || gone) pending = null;
    else if (pending.socket !== connection.socket) {
      // The answer got lost with the old socket: the same move again, which is made only once.
      pending.socket = connection.socket;
      connection.send(pending.message);
    }
  }
  draw();
}

function move(made) {
  const id = store.newToken().slice(0, 16);
  const message = { do: "move", id, revision: state.match.revision, move: made };
  pending = { id, message, match: state.match.number, socket: connection.socket };
  connection.send(message);
  draw();
}

// Pages ----------------------------------------

const field = (id, attributes) =>
  el("input", {
    id,
    key: id,
    type: "text",
    required: true,
    autocomplete: "off",
    autocorrect: "off",
    spellcheck: "false",
    oninput: (event) => keepDraft(id, event.target.value),
    ...attributes,
  });

function entryPage() {
  const known = room && state;
  const submit = (event) => {
    event.preventDefault();
    const name = main.querySelector("#name").value;
    store.keepName(name);
    dropDraft("name");
    enter(main.querySelector("#code")?.value.replace(/[\s-]/g, "").toUpperCase(), { name });
  };
  const open = () => {
    const name = main.querySelector("#name").value;
    store.keepName(name);
    creating = true;
    wanted = name.trim() ? { name } : null;
    refused = "";
    connection.stopped = false;
    connection.open();
    draw();
  };
  return el(
    "form",
    { class: "entry", key: "entry", onsubmit: submit },
    heading(t.join),
    refused && el("p", { class: "note", role: "alert" }, refused),
    !known && el("label", { for: "code" }, t.code),
    !known && field("code", { class: "code", maxlength: 30, autocapitalize: "characters", enterkeyhint: "next", value: draft("code", room.length <= 5 ? room : "") }),
    el("label", { for: "name" }, t.name),
    field("name", { maxlength: 40, autocapitalize: "off", enterkeyhint: "go", value: draft("name", store.name()) }),
    el("button", { class: "primary", type: "submit", key: "go" }, t.go),
    el("p", { class: "muted center" }, t.no_account),
    el(
      "p",
      { class: "center other" },
      known
        ? el("button", { type: "button", class: "plain", key: "watch", onclick: () => enter(null, { watch: true }) }, t.watch)
        : el("button", { type: "button", class: "plain", key: "new", onclick: open }, t.new_room),
    ),
  );
}

function enter(code, what) {
  refused = "";
  joining = false;
  if (state && (code === null || code === undefined || code === room)) {
    connection.send(what.watch ? { do: "watch" } : { do: "join", name: what.name });
    draw();
    return;
  }
  room = code ?? room;
  wanted = what;
  state = null;
  connection.open();
  draw();
}

function gameContext() {
  const { match } = state;
  const mark = `${state.code}:${match.number}`;
  return {
    t,
    mark,
    move,
    waiting: pending !== null,
    again: draw,
    on: () => {
      store.keepResult(mark, String(match.page.result.number));
      connection.send({ do: "on" });
      draw();
    },
  };
}

// The result of a round that was not read yet.
function unread() {
  const result = state?.match?.page.result;
  return result && String(result.number) !== store.readResult(`${state.code}:${state.match.number}`) ? result : null;
}

function matchPage() {
  const { match, you } = state;
  const context = gameContext();
  const result = unread();
  if (result) return resultPage(result, context);
  const { parts, foot } = gamePage(match.page, context);
  const log = match.log.slice().reverse();
  const after = match.over && you.host ? dock(el("button", { type: "button", class: "primary", key: "lobby", onclick: () => connection.send({ do: "end" }) }, t.lobby)) : null;
  return [
    hostGone(state, roomContext()),
    hostRemoved(state, roomContext()),
    vacantSeats(state, roomContext()),
    parts,
    you.seat === null && !you.watching && you.member && !you.removed ? el("p", { class: "muted" }, you.soon ? t.you_soon : t.you_wait) : null,
    match.over && !you.host ? el("p", { class: "muted center" }, state.lobby.desktop ? t.at_desktop : t.waiting) : null,
    arranging(state, roomContext()),
    el("details", { class: "fold log", key: "log" }, el("summary", {}, t.log), el("ol", { reversed: true }, log.map((line) => el("li", {}, line)))),
    foot ?? after,
  ];
}

// A panel lies over the page: the phone's back button closes it, and leads nowhere else.
function show(next) {
  const before = panel;
  panel = next;
  asked = "";
  joining = false;
  draw();
  if (next && !before) history.pushState("panel", "");
  else if (before && !next && history.state === "panel") history.back();
}

function roomContext() {
  return {
    t,
    asked,
    send: (message) => {
      asked = "";
      connection.send(message);
      draw();
    },
    ask: (key) => {
      asked = key;
      draw();
    },
    close: () => show(""),
    join: () => {
      show("");
      joining = true;
      draw();
    },
    leave: () => {
      connection.send({ do: "leave" });
      show("");
    },
    back: () => connection.send({ do: "join", name: state.you.name }),
  };
}

const standing = () => [state.match?.number, state.you.removed, state.you.host].join("|");

// Left, or removed; who has the host's rights is not shut out by that.
const outside = () => state.you.removed && (state.you.left || !state.you.host);

function rulesPanel() {
  const game = state?.match?.game ?? state?.lobby?.game?.id;
  if (!rules || rules.game !== game) {
    rules = { game, name: t.rules, sections: [] };
    fetch(`/rules/${game}/${language}.json`)
      .then((answer) => answer.json())
      .then((found) => {
        rules = { game, ...found };
        draw();
      })
      .catch(() => {
        rules = null; // asked for again when the panel is opened again
      });
  }
  return [
    el(
      "section",
      { class: "panel" },
      heading(rules.name),
      rules.sections.map(([title, text]) => [el("h2", { class: "chapter" }, title), text.split("\n").map((line) => line && el("p", {}, line))]),
    ),
    dock(el("button", { type: "button", class: "primary", key: "close", onclick: roomContext().close }, t.close)),
  ];
}

const message = (text, ...more) => el("section", { class: "message" }, el("img", { src: "/web/icon.svg", alt: "" }), heading(text, { class: "lead" }), ...more);

function body() {
  if (link === "replaced") {
    const again = () => {
      link = "connecting";
      connection.open();
      draw();
    };
    return [message(t.replaced, el("button", { type: "button", class: "primary", key: "again", onclick: again }, t.here_again))];
  }
  if (panel === "rules" && state) return rulesPanel();
  if (!state) return (room || creating) && !refused && !connection.stopped ? [message(t.connecting)] : [entryPage()];
  const { you } = state;
  if (outside()) {
    const elsewhere = () => location.assign("/");
    const { back } = roomContext();
    return [
      message(
        you.left ? t.you_left : t.you_removed,
        you.left && el("button", { type: "button", class: "primary", key: "back", onclick: back }, t.come_back),
        el("button", { type: "button", class: "plain", key: "elsewhere", onclick: elsewhere }, t.elsewhere),
      ),
    ];
  }
  if (panel === "room" && state.members) return roomPanel(state, roomContext());
  if (joining ? !you.member : !you.member && !you.watching) return [entryPage()];
  return state.match ? matchPage() : lobbyPage(state, roomContext());
}

function header() {
  const inside = state && (state.you.member || state.you.watching) && !outside() && link !== "replaced";
  const { match } = state ?? {};
  const toggle = (name) => show(panel === name ? "" : name);
  return [
    inside && match
      ? el("div", { class: "where" }, el("b", {}, match.name), el("span", {}, match.page.where))
      : el("div", { class: "where brand" }, el("img", { src: "/web/icon.svg", alt: "" }), el("b", {}, "Vierblatt")),
    inside &&
      el(
        "div",
        { class: "actions" },
        el("button", { type: "button", class: "round", key: "rules", "aria-label": t.rules, "aria-expanded": String(panel === "rules"), onclick: () => toggle("rules") }, "?"),
        el("button", { type: "button", class: "round code", key: "room", "aria-label": state.link_only ? t.room : `${t.room}: ${state.code}`, "aria-expanded": String(panel === "room"), onclick: () => toggle("room") }, state.link_only ? "•••" : state.code),
      ),
  ];
}

// The language; where something is to be done at the page's foot, it stands in the room's panel instead.
function languages() {
  const other = language === "de" ? "en" : "de";
  const change = async () => {
    if (await speak(other)) connection.send({ do: "language", language: other });
  };
  return el("button", { type: "button", class: "link", key: "language", lang: other, onclick: change }, other === "de" ? "Deutsch" : "English");
}

// What is shown: another screen begins at its top.
let screenBefore = "";
function screen(said) {
  return [link === "replaced", panel, state?.match?.number, state?.match?.game, unread()?.number, said.title, said.deep].join("|");
}

function draw() {
  if (!t.join) return;
  if (composing) {
    late = true;
    return;
  }
  const game = state?.match?.game ?? state?.lobby?.game?.id ?? "";
  document.body.dataset.game = game;
  document.body.dataset.revision = state?.match?.revision ?? "";
  document.body.classList.toggle("waiting", pending !== null);
  replace(head, ...header());
  const parts = body().flat(Infinity).filter(Boolean);
  const note = state?.note?.text && state.note.number > noteSeen ? state.note.text : "";
  if (note) parts.unshift(el("p", { class: "note", role: "alert", key: "note" }, note));
  const bare = !parts.some((one) => one?.dataset?.key === "dock");
  if (panel === "room") parts.splice(-1, 0, el("p", { class: "center" }, languages()));
  replace(main, ...parts);
  replace(foot, bare && panel === "" ? languages() : null);
  fit();
  const lost = link === "lost" && (room || creating) ? t.lost : "";
  if (status.textContent !== lost) status.textContent = lost;
  const result = unread();
  const said = result ? { title: result.title, hint: "", deep: 0 } : state?.match ? task(state.match.page, gameContext()) : { title: "", hint: "", deep: 0 };
  const words = [said.title, said.hint].filter(Boolean).join(" ");
  if (spoken.textContent !== words) spoken.textContent = words;
  document.title = state?.match?.page?.act ? `● ${state.match.page.title}` : "Vierblatt";
  const now = screen(said);
  if (note && note !== noteShown) scrollTo(0, 0);
  else if (now !== screenBefore) scrollTo(0, 0);
  noteShown = note;
  screenBefore = now;
}

// Where letters are so large that the buttons would cover what they are about, they stand below it.
function fit() {
  const bar = main.querySelector(".bar");
  bar?.classList.toggle("loose", bar.offsetHeight > innerHeight * 0.4);
}
addEventListener("resize", fit);

// A note has been read once something else is done.
main.addEventListener("click", () => {
  if (state) noteSeen = state.note.number;
});
document.addEventListener("compositionstart", () => (composing = true));
document.addEventListener("compositionend", () => {
  composing = false;
  if (late) {
    late = false;
    draw();
  }
});
addEventListener("pagehide", () => {
  // What comes back from the browser's cache must not show what was secret then.
  main.replaceChildren();
  state = null;
  composing = false;
});
// Whatever it comes back to: the form, what a closed tab says, or a connection that is still to be made.
addEventListener("pageshow", (event) => event.persisted && draw());
addEventListener("popstate", () => {
  if (claimed()) location.reload(); // a link to a seat, opened where the room is open already
  else if (panel) show("");
  else if (location.pathname.slice(1) && location.pathname !== "/" + room) location.reload();
});

while (!(await speak(language))) await new Promise((done) => setTimeout(done, AGAIN));
connection.open();
