// The lobby, and "players and room": who is here, and what the host may do.

import { draft, el, keepDraft } from "./dom.js";
import { dock, heading } from "./page.js";

function button(text, act, attributes = {}) {
  return el("button", { type: "button", class: "plain small", ...attributes, onclick: act }, text);
}

// A button that asks once more before it does something that hurts.
function careful(text, act, key, context) {
  const asked = context.asked === key;
  return button(asked ? `${text} ${context.t.really}` : text, () => (asked ? act() : context.ask(key)), {
    class: asked ? "plain small danger" : "plain small",
    key,
  });
}

// How others get in: the code, and the link where there is one to send.
function invitation(state, context) {
  const share = state.share ? full(state.share) : location.href;
  const send = () => navigator.share({ title: "Vierblatt", url: share }).catch(() => {});
  return el(
    "section",
    { class: "invitation" },
    el("p", { class: "muted" }, state.link_only ? context.t.share_link : context.t.share_is),
    !state.link_only && el("p", { class: "code-large" }, state.code),
    el("p", { class: "link" }, share),
    typeof navigator.share === "function" && button(context.t.share, send, { key: "share" }),
  );
}

const full = (path) => (path.includes("://") ? path : `${location.origin}/${path}`);

function chairs(state, context) {
  const { lobby, members, you } = state;
  const host = you.host && !state.match;
  const here = new Map(members.map((member) => [member.id, member.here]));
  const tool = (sign, says, chair, act, key) => el("button", { type: "button", class: "round", key, "aria-label": `${chair.name}: ${says}`, onclick: act }, sign);
  return el(
    "ol",
    { class: "rows chairs" },
    lobby.chairs.map((chair, index) => {
      const said = chair.bot ? `${context.t.bot}: ${chair.bot}` : chair.member && !here.get(chair.member) ? context.t.away : "";
      return el(
        "li",
        {},
        el(
          "div",
          { class: "line" },
          el("div", {}, el("span", { class: "who" }, el("bdi", {}, chair.name), chair.member === you.member && chair.member ? ` (${context.t.you})` : ""), said && el("div", { class: "state" }, said)),
          host &&
            el(
              "div",
              { class: "signs" },
              index > 0 && tool("↑", context.t.earlier, chair, () => context.send({ do: "shift", chair: index }), `shift${index}`),
              tool("×", context.t.take_away, chair, () => context.send({ do: "drop", chair: index }), `drop${index}`),
            ),
        ),
      );
    }),
    !lobby.chairs.length && el("li", { class: "muted" }, context.t.nobody),
  );
}

function options(state, context) {
  const { lobby } = state;
  const values = Object.fromEntries(lobby.options.map((option) => [option.name, option.value]));
  const choose = (changed) => context.send({ do: "choose", game: lobby.game.id, options: { ...values, ...changed } });
  const editor = (option) => {
    const id = `option-${option.name}`;
    const key = id;
    if (option.kind === "bool") {
      return el("input", { id, key, type: "checkbox", checked: option.value === true, onchange: (event) => choose({ [option.name]: event.target.checked }) });
    }
    if (option.kind === "int") {
      return el("input", {
        id,
        key,
        type: "number",
        inputmode: "numeric",
        min: option.low,
        max: option.high,
        value: option.value,
        onchange: (event) => {
          const number = Number.parseInt(event.target.value, 10);
          if (Number.isInteger(number)) choose({ [option.name]: number });
        },
      });
    }
    return el(
      "select",
      { id, key, onchange: (event) => choose({ [option.name]: option.choices[event.target.selectedIndex][0] }) },
      option.choices.map(([value, label]) => el("option", { selected: value === option.value }, label)),
    );
  };
  return el(
    "section",
    { class: "block" },
    el("label", { for: "game" }, context.t.game),
    el(
      "select",
      { id: "game", key: "game", onchange: (event) => context.send({ do: "choose", game: lobby.games[event.target.selectedIndex].id, options: {} }) },
      lobby.games.map((game) => el("option", { selected: game.id === lobby.game.id }, game.name)),
    ),
    lobby.options.map((option) => [
      el("div", { class: "setting" }, el("label", { for: `option-${option.name}` }, option.label), editor(option)),
      el("p", { class: "muted rule" }, option.rule),
    ]),
  );
}

function bots(state, context) {
  const { lobby } = state;
  if (lobby.chairs.length >= lobby.seats[1]) return null;
  const strength = draft("bot", lobby.bots[0].id);
  return el(
    "div",
    { class: "setting" },
    el(
      "select",
      { key: "bot", "aria-label": context.t.bot, onchange: (event) => keepDraft("bot", lobby.bots[event.target.selectedIndex].id) },
      lobby.bots.map((bot) => el("option", { selected: bot.id === strength }, bot.name)),
    ),
    button(context.t.add_bot, () => {
      const known = lobby.bots.some((bot) => bot.id === strength);
      const now = draft("bot", known ? strength : lobby.bots[0].id);
      context.send({ do: "addbot", bot: now });
    }, { key: "addbot" }),
  );
}

// Why the match can't begin yet, or nothing.
function missing(lobby, t) {
  const [least, most] = lobby.seats;
  if (lobby.chairs.length < least) return t.too_few.replace("{n}", least);
  if (lobby.chairs.length > most) return t.too_many.replace("{n}", most);
  return "";
}

export function lobbyPage(state, context) {
  const { lobby, you, members } = state;
  const waiting = members.filter((member) => !member.seated && !member.removed);
  const why = missing(lobby, context.t);
  return [
    heading(lobby.game.name),
    hostGone(state, context),
    hostRemoved(state, context),
    el("p", { class: "hint" }, you.host ? lobby.game.summary : lobby.desktop ? context.t.at_desktop : context.t.waiting),
    el("section", { class: "block" }, el("h2", {}, context.t.players), chairs(state, context)),
    waiting.length
      ? el(
          "ul",
          { class: "rows" },
          waiting.map((member) =>
            el(
              "li",
              {},
              el("div", { class: "line" }, el("bdi", { class: "who" }, member.name), el("span", { class: "value" }, context.t.waits)),
              you.host && lobby.chairs.length < lobby.seats[1] && el("div", { class: "tools" }, button(context.t.seat, () => context.send({ do: "seat", member: member.id }), { key: `seat${member.id}` })),
            ),
          ),
        )
      : null,
    you.host && bots(state, context),
    you.host && !lobby.desktop && invitation(state, context),
    you.host && options(state, context),
    you.watching && !you.member && button(context.t.join, context.join, { key: "join", class: "plain" }),
    you.host &&
      dock(
        why && el("p", { class: "why" }, why),
        el("button", { type: "button", class: "primary", key: "start", disabled: Boolean(why), onclick: () => context.send({ do: "start" }) }, context.t.start),
      ),
  ];
}

// What is wrong, and the button that mends it.
function warned(text, tool) {
  return el("section", { class: "block vacant" }, el("p", { class: "warning" }, text), el("div", { class: "tools" }, tool));
}

// Nobody is here who could start, end or mend anything: one of those who are may do it.
export function hostGone(state, context) {
  if (!state.you.volunteer) return null;
  return warned(context.t.no_host, button(context.t.volunteer, () => context.send({ do: "volunteer" }), { key: "volunteer" }));
}

// The host without a seat in the room decides all the same, and may come back.
export function hostRemoved(state, context) {
  if (!state.you.removed) return null;
  return warned(context.t.you_removed, button(context.t.come_back, context.back, { key: "back" }));
}

// The seats that nobody has any more: only the host can say how it goes on.
export function vacantSeats(state, context) {
  const { match, members, lobby, you } = state;
  // Only whom the match waits for: in some games it goes on without somebody who has left.
  const vacant = (match?.vacant ?? []).filter((one) => one.awaited);
  if (!vacant.length) return null;
  const waiting = members.filter((member) => !member.removed && !member.playing);
  return el(
    "section",
    { class: "block vacant" },
    vacant.map((one) => [
      el("p", { class: "warning" }, context.t.vacant.replace("{name}", one.name)),
      you.host &&
        el(
          "div",
          { class: "tools" },
          button(context.t.by_bot, () => context.send({ do: "replace", seat: one.seat, bot: lobby.bots[0].id }), { key: `bot${one.seat}` }),
          waiting.map((member) =>
            button(context.t.by_member.replace("{name}", member.name), () => context.send({ do: "replace", seat: one.seat, member: member.id }), { key: `by${one.seat}-${member.id}` }),
          ),
        ),
    ]),
  );
}

// What the host may do for the table where somebody is missing.
export function arranging(state, context) {
  const { arrange, revision } = state.match;
  if (!arrange.length) return null;
  const tools = arrange.map((text, number) => careful(text, () => context.send({ do: "arrange", number, revision }), `arrange${text}`, context));
  return el("details", { class: "fold", key: "missing" }, el("summary", {}, context.t.missing), el("div", { class: "tools" }, tools));
}

// What there is to say of somebody besides the name.
function status(member, context) {
  if (member.removed) return member.left ? context.t.has_left : context.t.removed;
  return [member.host && context.t.host, !member.here && context.t.away].filter(Boolean).join(", ");
}

function memberRow(member, state, context) {
  const { you } = state;
  const tools = [];
  if (you.host && member.removed) {
    tools.push(button(context.t.readmit, () => context.send({ do: "readmit", member: member.id }), { key: `readmit${member.id}` }));
  } else if (you.host && member.id !== you.member) {
    tools.push(button(context.t.hand_over, () => context.send({ do: "link", member: member.id }), { key: `link${member.id}` }));
    if (member.deputy) tools.push(careful(context.t.dismiss, () => context.send({ do: "dismiss", member: member.id }), `dismiss${member.id}`, context));
    else if (!member.host) tools.push(careful(context.t.make_host, () => context.send({ do: "appoint", member: member.id }), `appoint${member.id}`, context));
    if (!member.playing) {
      for (const bot of state.match?.bots ?? []) {
        const take = () => context.send({ do: "replace", seat: bot.seat, member: member.id });
        tools.push(careful(context.t.takes_seat.replace("{name}", bot.name), take, `takes${bot.seat}-${member.id}`, context));
      }
    }
    tools.push(careful(context.t.remove, () => context.send({ do: "remove", member: member.id }), `remove${member.id}`, context));
  }
  const line = [
    el("span", { class: "who" }, el("bdi", {}, member.name), member.id === you.member ? ` (${context.t.you})` : ""),
    el("span", { class: "value" }, status(member, context)),
  ];
  // What the host may do with somebody lies behind the name.
  return tools.length
    ? el("li", {}, el("details", { key: `member${member.id}` }, el("summary", { class: "line" }, line), el("div", { class: "tools" }, tools)))
    : el("li", {}, el("div", { class: "line" }, line));
}

export function roomPanel(state, context) {
  const { you, members } = state;
  return [
    el(
      "section",
      { class: "panel", "aria-label": context.t.room },
      heading(context.t.room),
      you.host && state.link && el("section", { class: "invitation once", role: "status" }, el("p", { class: "muted" }, context.t.link_is), el("p", { class: "link" }, full(state.link))),
      you.host ? invitation(state, context) : !state.link_only && el("p", { class: "code-large" }, state.code),
      el("section", { class: "block" }, el("h2", {}, context.t.players), el("ul", { class: "rows" }, (members ?? []).map((member) => memberRow(member, state, context)))),
      el(
        "div",
        { class: "tools" },
        you.watching && !you.member && button(context.t.join, context.join, { key: "join" }),
        you.host && button(state.locked ? context.t.unlock : context.t.lock, () => context.send({ do: "lock", locked: !state.locked }), { key: "lock" }),
        you.host && button(state.link_only ? context.t.by_code : context.t.link_only, () => context.send({ do: "linkonly", on: !state.link_only }), { key: "linkonly" }),
        you.host && state.match && careful(context.t.end, () => context.send({ do: "end" }), "end", context),
        you.member && !you.removed ? careful(context.t.leave, context.leave, "leave", context) : null,
      ),
    ),
    dock(el("button", { type: "button", class: "primary", key: "close", onclick: context.close }, context.t.close)),
  ];
}
