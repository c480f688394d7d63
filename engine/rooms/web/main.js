// The page: finds out which room and who, keeps the connection, shows what the newest snapshot says.

import { Connection } from "./connection.js";
import { draft, dropDraft, el, keepDraft, replace } from "./dom.js";
import { gamePage, resultPage } from "./page.js";
import { lobbyPage, roomPanel, vacantSeats } from "./room.js";
import * as store from "./store.js";

const head = document.getElementById("head");
const main = document.getElementById("main");
const foot = document.getElementById("foot");
const status = document.getElementById("status");

let t = {};
let language = store.language();
let room = decodeURIComponent(location.pathname.slice(1)).toUpperCase();
let claim = /^#[0-9a-f]{32}$/.test(location.hash) ? location.hash.slice(1) : "";
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

if (claim) history.replaceState(null, "", location.pathname);

// Words ----------------------------------------

async function speak(code) {
  language = code;
  store.keepLanguage(code);
  document.documentElement.lang = code;
  const answer = await fetch(`/texts/${code}.json`);
  t = await answer.json();
  rules = null;
  draw();
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
  state = message;
  if (state.code !== room && !store.seat(state.code)) store.keepSeat(state.code, seat());
  if (location.pathname !== "/" + room) history.replaceState(null, "", "/" + room);
  if (wanted && !state.you.member) {
    connection.send(wanted.watch ? { do: "watch" } : { do: "join", name: wanted.name });
  }
  wanted = null;
  if (pending) {
    if (state.heard === pending.id) pending = null;
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
  pending = { id, message, socket: connection.socket };
  connection.send(message);
  draw();
}

// Pages ----------------------------------------

function entryPage() {
  const known = room && state;
  const submit = (event) => {
    event.preventDefault();
    const name = main.querySelector("#name").value;
    store.keepName(name);
    dropDraft("name");
    const code = main.querySelector("#code")?.value.replace(/[\s-]/g, "").toUpperCase();
    enter(code, { name });
  };
  return el(
    "form",
    { class: "entry", onsubmit: submit },
    el("h1", {}, t.join),
    refused && el("p", { class: "warning", role: "alert" }, refused),
    !known && el("label", { for: "code" }, t.code),
    !known &&
      el("input", {
        id: "code",
        key: "code",
        class: "code",
        type: "text",
        required: true,
        maxlength: 30,
        autocomplete: "off",
        autocorrect: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        value: draft("code", room.length <= 5 ? room : ""),
        oninput: (event) => keepDraft("code", event.target.value),
      }),
    el("label", { for: "name" }, t.name),
    el("input", {
      id: "name",
      key: "name",
      type: "text",
      required: true,
      maxlength: 40,
      autocomplete: "off",
      autocorrect: "off",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "go",
      value: draft("name", store.name()),
      oninput: (event) => keepDraft("name", event.target.value),
    }),
    el("button", { class: "primary", type: "submit" }, t.go),
    el("p", { class: "muted center" }, t.no_account),
    known && el("button", { type: "button", class: "link", onclick: () => enter(null, { watch: true }) }, t.watch),
    !known &&
      el(
        "button",
        {
          type: "button",
          class: "link",
          onclick: () => {
            const name = main.querySelector("#name").value;
            store.keepName(name);
            creating = true;
            wanted = name.trim() ? { name } : null;
            refused = "";
            connection.open();
          },
        },
        t.new_room,
      ),
  );
}

function enter(code, what) {
  refused = "";
  if (state && (code === null || code === undefined || code === room)) {
    connection.send(what.watch ? { do: "watch" } : { do: "join", name: what.name });
    return;
  }
  room = code ?? room;
  wanted = what;
  state = null;
  connection.open();
}

function matchPage() {
  const { match, you } = state;
  const mark = `${state.code}:${match.number}`;
  const page = match.page;
  const result = page.result;
  const read = store.readResult(mark);
  const context = {
    t,
    mark,
    move,
    again: draw,
    on: () => {
      store.keepResult(mark, String(result.number));
      connection.send({ do: "on" });
      draw();
    },
  };
  if (result && String(result.number) !== read) return resultPage(result, context);
  const log = match.log.slice().reverse();
  const parts = gamePage(pending ? { ...page, blocks: page.blocks?.filter((one) => !["ask", "write"].includes(one.is)) } : page, context);
  return [
    you.seat === null && !you.watching && you.member ? el("p", { class: "muted" }, t.you_wait) : null,
    ...parts,
    vacantSeats(state, roomContext()),
    el("details", { class: "log", key: "log", open: false }, el("summary", {}, t.log), el("ol", { reversed: true }, log.map((line) => el("li", {}, line)))),
    match.over && you.host ? el("div", { class: "bar" }, el("button", { type: "button", class: "primary", key: "lobby", onclick: () => connection.send({ do: "end" }) }, t.lobby)) : null,
    match.over && !you.host ? el("p", { class: "muted" }, state.lobby.desktop ? t.at_desktop : t.waiting) : null,
  ];
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
    close: () => {
      panel = "";
      asked = "";
      draw();
    },
  };
}

function rulesPanel() {
  const game = state?.match?.game ?? state?.lobby?.game?.id;
  if (!rules || rules.game !== game) {
    rules = { game, name: t.rules, sections: [] };
    fetch(`/rules/${game}/${language}.json`)
      .then((answer) => answer.json())
      .then((found) => {
        rules = { game, ...found };
        draw();
      });
  }
  return el(
    "section",
    { class: "panel" },
    el("h1", {}, rules.name),
    rules.sections.map(([title, text]) => [el("h2", {}, title), text.split("\n").map((line) => line && el("p", {}, line))]),
    el("div", { class: "bar" }, el("button", { type: "button", class: "primary", key: "close", onclick: roomContext().close }, t.close)),
  );
}

function body() {
  if (link === "replaced") {
    return [
      el("p", { class: "lead" }, t.replaced),
      el("button", { type: "button", class: "primary", onclick: () => { link = "connecting"; connection.open(); draw(); } }, t.here_again),
    ];
  }
  if (panel === "rules") return [rulesPanel()];
  if (!state) {
    if ((room || creating) && !refused && !connection.stopped) return [el("p", { class: "muted" }, t.connecting)];
    return [entryPage()];
  }
  const { you } = state;
  if (you.removed) return [el("p", { class: "lead" }, t.you_removed)];
  if (panel === "room" && state.members) return [roomPanel(state, roomContext())];
  if (!you.member && !you.watching) return you.host && state.lobby ? [entryPage()] : [entryPage()];
  return state.match ? matchPage() : lobbyPage(state, roomContext());
}

function header() {
  const inside = state && (state.you.member || state.you.watching) && !state.you.removed;
  const where = state?.match ? `${state.match.name} · ${state.match.page.where}` : "Vierblatt";
  return [
    el("span", { class: "where" }, where),
    el(
      "span",
      { class: "actions" },
      inside && el("button", { type: "button", class: "link", key: "rules", onclick: () => { panel = panel === "rules" ? "" : "rules"; draw(); } }, t.rules),
      inside && el("button", { type: "button", class: "link code", key: "room", "aria-label": `${t.room}: ${state.code}`, onclick: () => { panel = panel === "room" ? "" : "room"; draw(); } }, state.code),
    ),
  ];
}

function footer() {
  const other = language === "de" ? "en" : "de";
  const change = () => {
    speak(other);
    connection.send({ do: "language", language: other });
  };
  return el("button", { type: "button", class: "link", key: "language", lang: other, onclick: change }, other === "de" ? "Deutsch" : "English");
}

let titleBefore = "";
function draw() {
  if (!t.join) return;
  if (composing) {
    late = true;
    return;
  }
  const game = state?.match?.game ?? state?.lobby?.game?.id ?? "";
  document.body.dataset.game = game;
  document.body.dataset.revision = state?.match?.revision ?? "";
  replace(head, ...header());
  const parts = body().flat(Infinity);
  const note = state?.note?.text && state.note.number > noteSeen ? state.note.text : "";
  if (note) parts.unshift(el("p", { class: "note", role: "alert" }, note));
  replace(main, ...parts);
  replace(foot, footer());
  const lost = link === "lost" && (room || creating) ? t.lost : "";
  if (status.textContent !== lost) status.textContent = lost;
  const title = state?.match?.page?.act ? `● ${state.match.page.title}` : "Vierblatt";
  if (title !== titleBefore) {
    document.title = titleBefore = title;
    if (state?.match?.page?.act) scrollTo(0, 0);
  }
}

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
});
addEventListener("popstate", () => location.reload());

await speak(language);
connection.open();
