// Draws a game's page from its description (engine/core/page.py). Knows no game.

import { draft, el, keepDraft } from "./dom.js";

// What has been chosen so far, by question: indexes of options, the last one not made yet.
let chosen = { ask: "", path: [] };

const drawing = (path) => "/drawings/" + path;
const classes = (...names) => names.filter(Boolean).join(" ") || undefined;

// Cards ----------------------------------------

const pips = (number) => el("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: number }, () => el("i")));

export function cardFace(card, className = "") {
  if (card.pips) return el("span", { class: "gem", "data-face": card.drawing }, pips(card.pips), el("img", { src: drawing(card.drawing), alt: "" }));
  return el(
    "span",
    { class: classes("face", className, card.ink, card.lead && "lead"), "data-face": card.drawing },
    el("img", { src: drawing(card.drawing), alt: "", draggable: "false" }),
    card.numeral && el("span", { class: "numeral", "aria-hidden": "true" }, card.numeral),
    card.name && el("span", { class: "band", "aria-hidden": "true" }, card.name),
  );
}

function spoken(card) {
  // A name that says its numeral already is enough.
  const named = card.name && card.numeral && card.name.includes(card.numeral) ? card.name : [card.numeral, card.name].filter(Boolean).join(" ");
  return [card.by, named, card.text].filter(Boolean).join(", ");
}

// How cards lie: up to three large ones side by side, more in equal rows of at most six (eight where there is room).
function spread(count) {
  if (count <= 3) return "few";
  const across = (most) => Math.ceil(count / Math.ceil(count / most));
  return `many n${across(6)} w${across(8)}`;
}

function cards(block) {
  return el(
    "section",
    { class: "block" },
    el("h2", {}, block.label),
    block.cards.length
      ? el(
          "ul",
          { class: `cards ${block.small ? "small" : spread(block.cards.length)}` },
          block.cards.map((card) => el("li", { "aria-label": spoken(card) }, cardFace(card), card.by && el("bdi", { class: "by", "aria-hidden": "true" }, card.by))),
        )
      : el("p", { class: "muted" }, block.empty ?? "–"),
  );
}

// The public table ----------------------------------------

function row(one) {
  const lie = (card) => el("li", { "aria-label": spoken({ ...card, text: "" }) }, cardFace(card, "tiny"));
  const cards = one.cards?.length ? el("ul", { class: "row-cards" }, one.cards.map(lie)) : null;
  const alone = !one.state && !one.value; // cards alone stand beside the name
  return el(
    "li",
    { class: classes(one.turn && "turn", one.gone && "gone") },
    el("div", { class: "line" }, el("bdi", { class: "who" }, one.name), one.value && el("span", { class: "value" }, one.value), alone && cards),
    !alone && (one.state || cards) && el("div", { class: "under" }, el("div", { class: "state" }, one.state ?? ""), cards),
  );
}

function rows(block) {
  return el("section", { class: "block" }, el("h2", {}, block.label), el("ul", { class: "rows" }, block.rows.map(row)));
}

function facts(block) {
  return el(
    "dl",
    { class: "facts" },
    block.facts.map((fact) => el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.card && cardFace(fact.card, "tiny"), fact.value))),
  );
}

function slips(block) {
  return el(
    "section",
    { class: "block" },
    el("h2", {}, block.label),
    el("ul", { class: "slips" }, block.slips.map((slip) => el("li", { class: classes("slip", slip.struck && "struck") }, el("bdi", {}, slip.text), slip.note && el("small", {}, slip.note)))),
  );
}

// Forms ----------------------------------------

// What a form's move stands for once it is filled in: see Write in engine/core/page.py.
function fill(template, values) {
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (!template || typeof template !== "object") return template;
  const names = Object.keys(template);
  if (names.length === 1 && names[0] === "field") return values[template.field];
  if (names.length === 1 && names[0] === "join") {
    const parts = template.join.map((item) => fill(item, values));
    return parts.includes("") ? "" : parts.join("");
  }
  if (names.length === 1 && names[0] === "some") return template.some.map((item) => fill(item, values)).filter((item) => item !== "");
  if (names.length === 2 && "map" in template && "ending" in template) {
    const found = Object.entries(values).filter(([name, value]) => name.startsWith(template.map) && value.endsWith(template.ending));
    return Object.fromEntries(found.map(([name, value]) => [name.slice(template.map.length), value.slice(0, -template.ending.length)]));
  }
  return Object.fromEntries(names.map((name) => [name, fill(template[name], values)]));
}

function write(block, number, context, foot) {
  const key = (field) => `${context.mark}:${block.name ?? number}:${field.name}`;
  const id = (field) => `field-${number}-${field.name}`;
  const list = (field, value, remember) =>
    el(
      "select",
      { id: id(field), key: key(field), onchange: remember, "aria-label": [field.group, field.label].filter(Boolean).join(": ") },
      block.lists[field.of].map(([option, label]) => el("option", { value: option, selected: option === value }, label)),
    );
  const input = (field) => {
    const value = draft(key(field), field.value ?? "");
    const remember = (event) => keepDraft(key(field), event.target.value);
    if (field.drawing) {
      // The list lies over the picture, unseen: the phone's own way to choose opens at a touch.
      const mark = (picked) => block.lists[field.of].find(([option]) => option === picked)?.[2] ?? "";
      const look = (sign) => classes("tip", sign && (sign === sign.toUpperCase() ? "firm" : "soft"));
      const written = el("span", { class: "sign", "aria-hidden": "true" }, mark(value));
      const pick = (event) => {
        remember(event);
        const tile = event.target.closest(".tip");
        tile.className = look(mark(event.target.value));
        tile.querySelector(".sign").textContent = mark(event.target.value);
      };
      return el(
        "label",
        { class: look(mark(value)), key: `tip:${key(field)}` },
        pips(field.pips ?? 0),
        el("img", { src: drawing(field.drawing), alt: "", draggable: "false" }),
        written,
        list(field, value, pick),
      );
    }
    if (field.of) return list(field, value, remember);
    return el("input", {
      id: id(field),
      key: key(field),
      type: "text",
      maxlength: field.most ?? 40,
      autocomplete: "off",
      autocorrect: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      value,
      oninput: remember,
    });
  };
  const parts = [];
  let fold = null;
  let group = null;
  for (const field of block.fields) {
    if ((field.fold ?? "") !== (fold?.name ?? "")) {
      fold = field.fold ? { name: field.fold, box: el("details", { class: "fold", key: `fold:${number}:${field.fold}` }, el("summary", {}, field.fold)) } : null;
      if (fold) parts.push(fold.box);
      group = null;
    }
    const add = (...made) => (fold ? fold.box.append(...made) : parts.push(...made));
    if (!field.group) {
      group = null;
      add(el("label", { for: id(field) }, field.label), input(field));
      continue;
    }
    if (group?.name !== field.group) {
      group = { name: field.group, box: el("div", { class: field.drawing ? `tips a${block.across ?? 4}` : "pair" }) };
      add(el("fieldset", {}, el("legend", {}, field.group), group.box));
    }
    group.box.append(input(field));
  }
  const submit = (event) => {
    event.preventDefault();
    if (context.waiting) return;
    const values = {};
    for (const field of block.fields) values[field.name] = event.target.querySelector(`#${CSS.escape(id(field))}`).value;
    context.move(fill(block.move, values));
  };
  foot.push(el("button", { class: "primary", type: "submit", form: `form-${number}`, key: `submit:${number}` }, block.act));
  return el("form", { class: "block", id: `form-${number}`, key: `form:${context.mark}:${block.name ?? number}`, onsubmit: submit }, block.prompt && el("p", { class: "hint" }, block.prompt), parts);
}

// Questions ----------------------------------------

// How far a question has been answered: the question that is open, and the option that waits for its button.
function answered(block, number, context) {
  const mark = `${context.mark}:${number}:${JSON.stringify(block)}`;
  const path = chosen.ask === mark ? chosen.path : [];
  let level = block;
  let walked = 0;
  const trail = [];
  while (walked < path.length && level.options[path[walked]]?.then) {
    trail.push(level.options[path[walked]]);
    level = level.options[path[walked++]].then;
  }
  return { mark, path, level, walked, trail, picked: walked < path.length ? level.options[path[walked]] : null };
}

function ask(block, number, context, foot) {
  const { mark, path, level, walked, trail, picked } = answered(block, number, context);
  const look = level.look ?? "list";
  const choose = (next) => {
    chosen = { ask: mark, path: next };
    context.again();
  };
  const make = (option) => {
    if (context.waiting) return;
    chosen = { ask: "", path: [] };
    context.move(option.move);
  };
  const press = (index) => {
    const option = level.options[index];
    if (option.move && !option.act && !option.refused) make(option);
    else choose([...path.slice(0, walked), index]);
  };
  if (path.length) {
    const why = picked?.refused || picked?.warning;
    foot.bar = [why && el("p", { class: "warning", role: "alert", key: "why" }, why)];
    foot.bar.push(el("button", { type: "button", class: "plain", key: "back", onclick: () => choose(path.slice(0, -1)) }, context.t.back));
    if (picked?.move && picked.act) foot.bar.push(el("button", { type: "button", class: "primary", key: "act", onclick: () => make(picked) }, picked.act));
  }
  if (look === "acts") {
    level.options.forEach((option, index) =>
      foot.push(el("button", { type: "button", class: index || foot.length ? "plain" : "primary", key: `act:${number}:${index}`, onclick: () => press(index) }, option.label)),
    );
    return level.prompt ? el("p", { class: "hint" }, level.prompt) : null;
  }
  const known = trail.find((option) => option.card);
  const shown = picked?.card?.text ? picked : known;
  const options = el(
    "div",
    { class: `options ${look === "cards" ? `cards ${spread(level.options.length)}` : look}`, role: "group", "aria-label": level.prompt || context.title },
    level.options.map((option, index) =>
      el(
        "button",
        {
          type: "button",
          key: `${number}:${trail.map((one) => one.label)}:${index}`,
          "data-face": option.card?.drawing,
          class: classes("option", picked === option && "picked", option.refused && "refused", option.struck && "struck"),
          "aria-pressed": option.act || option.refused ? String(picked === option) : undefined,
          "aria-label": option.card ? [spoken(option.card) || option.label, option.refused].filter(Boolean).join(". ") : undefined,
          onclick: () => press(index),
        },
        option.card ? cardFace(option.card) : [el("bdi", {}, option.label), option.note && el("small", {}, option.note)],
      ),
    ),
  );
  const about = shown?.card && shown.card.text ? el("div", { class: "about" }, el("h3", { class: "name" }, shown.label), el("p", { class: "ability" }, shown.card.text)) : null;
  return el("section", { class: "block ask" }, !walked && level.prompt && el("h2", {}, level.prompt), options, about);
}

// Everything together ----------------------------------------

function block(one, number, context, foot) {
  switch (one.is) {
    case "ask":
      return ask(one, number, context, foot);
    case "write":
      return write(one, number, context, foot);
    case "cards":
      return cards(one);
    case "rows":
      return rows(one);
    case "facts":
      return facts(one);
    case "slips":
      return slips(one);
    case "word":
      return el("section", { class: "block" }, one.label && el("h2", {}, one.label), el("p", { class: "word" }, one.text));
    case "say":
      return el("p", { class: classes("say", one.tone) }, one.text);
    default:
      return null;
  }
}

export const heading = (text, attributes = {}) => el("h1", { tabindex: "-1", ...attributes }, text);
export const dock = (...buttons) => el("div", { class: "bar", key: "dock" }, ...buttons);

// What is to be done now in one sentence, and what helps with it: while a question is being answered, that question.
export function task(page, context) {
  for (const [number, one] of (page.blocks ?? []).entries()) {
    if (one.is !== "ask") continue;
    const { level, walked, trail } = answered(one, number, context);
    if (walked) return { title: level.prompt, hint: trail.map((option) => option.label).join(" › "), deep: walked };
  }
  return { title: page.title, hint: page.hint ?? "", deep: 0 };
}

// context: mark (which match), t (texts), move(move), waiting (for the answer to one), again(): draw once more.
export function gamePage(page, context) {
  const { title, hint } = task(page, context);
  const inner = { ...context, title };
  const foot = [];
  foot.bar = null;
  const made = (page.blocks ?? []).map((one, number) => block(one, number, inner, foot));
  const buttons = foot.bar ?? foot;
  return {
    parts: [heading(title, { class: page.act ? "act" : undefined }), hint && el("p", { class: "hint" }, hint), made],
    foot: buttons.length ? dock(buttons) : null,
  };
}

export function resultPage(result, context) {
  return [
    heading(result.title),
    (result.sentences ?? []).map((text) => el("p", {}, text)),
    (result.blocks ?? []).map((one, number) => block(one, number, context, [])),
    dock(el("button", { type: "button", class: "primary", key: "on", onclick: context.on }, context.t.on)),
  ];
}
