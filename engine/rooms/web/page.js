// Draws a game's page from its description (engine/core/page.py). Knows no game.

import { draft, el, keepDraft } from "./dom.js";

// What has been chosen so far, by question: indexes of options, the last one not made yet.
let chosen = { ask: "", path: [] };

const drawing = (path) => "/drawings/" + path;

export function cardFace(card, className = "") {
  return el(
    "span",
    { class: `face ${className} ${card.ink ?? ""}` },
    el("img", { src: drawing(card.drawing), alt: "", draggable: "false" }),
    card.numeral && el("span", { class: "numeral", "aria-hidden": "true" }, card.numeral),
    card.name && el("span", { class: "band", "aria-hidden": "true" }, card.name),
  );
}

function spoken(card) {
  return [card.numeral, card.name, card.text].filter(Boolean).join(", ");
}

function cards(block) {
  return el(
    "section",
    { class: "block" },
    el("h2", {}, block.label),
    block.cards.length
      ? el(
          "ul",
          { class: block.small ? "cards small" : block.cards.length > 3 ? "cards many" : "cards few" },
          block.cards.map((card) => el("li", { "aria-label": spoken(card) }, cardFace(card, block.small ? "plain" : ""))),
        )
      : el("p", { class: "muted" }, block.empty ?? "–"),
  );
}

function rows(block) {
  return el(
    "section",
    { class: "block" },
    el("h2", {}, block.label),
    el(
      "ul",
      { class: "rows" },
      block.rows.map((row) =>
        el(
          "li",
          { class: [row.turn && "turn", row.gone && "gone"].filter(Boolean).join(" ") },
          el(
            "div",
            { class: "line" },
            el("b", {}, el("bdi", {}, row.name)),
            el("span", { class: "muted" }, [row.state, row.value].filter(Boolean).join(" · ")),
          ),
          row.cards?.length
            ? el(
                "ul",
                { class: "row-cards" },
                row.cards.map((card) =>
                  el("li", { "aria-label": [card.numeral, card.name].filter(Boolean).join(" ") }, cardFace(card, "tiny")),
                ),
              )
            : null,
        ),
      ),
    ),
  );
}

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

function write(block, number, context) {
  const key = (field) => `${context.mark}:${number}:${field.name}`;
  const id = (field) => `field-${number}-${field.name}`;
  const input = (field) => {
    const value = draft(key(field), field.value ?? "");
    const remember = (event) => keepDraft(key(field), event.target.value);
    if (field.of) {
      return el(
        "select",
        { id: id(field), key: key(field), onchange: remember },
        block.lists[field.of].map(([option, label]) => el("option", { value: option, selected: option === value }, label)),
      );
    }
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
  let group = null;
  for (const field of block.fields) {
    if (!field.group) {
      group = null;
      parts.push(el("label", { for: id(field) }, field.label), input(field));
      continue;
    }
    if (group?.name !== field.group) {
      group = { name: field.group, box: el("div", { class: "group" }) };
      parts.push(el("details", { class: "fields", key: `${number}:${field.group}` }, el("summary", {}, field.group), group.box));
    }
    group.box.append(el("div", { class: "pair" }, el("label", { for: id(field) }, field.label), input(field)));
  }
  const submit = (event) => {
    event.preventDefault();
    const values = {};
    for (const field of block.fields) values[field.name] = event.target.querySelector(`#${CSS.escape(id(field))}`).value;
    context.move(fill(block.move, values));
  };
  return el(
    "form",
    { class: "block", onsubmit: submit },
    block.prompt && el("h2", {}, block.prompt),
    parts,
    el("button", { class: "primary", type: "submit" }, block.act),
  );
}

function ask(block, number, context) {
  const mark = `${context.mark}:${number}:${JSON.stringify(block)}`;
  const mine = chosen.ask === mark;
  const path = mine ? chosen.path : [];
  const choose = (next) => {
    chosen = { ask: mark, path: next };
    context.again();
  };
  // Walk down to the question that is open now; the last step may be an option that only waits for its button.
  let level = block;
  let walked = 0;
  while (walked < path.length && level.options[path[walked]]?.then) level = level.options[path[walked++]].then;
  const picked = walked < path.length ? level.options[path[walked]] : null;
  const made = [];
  const trail = [];
  for (let step = 0, at = block; step < walked; step++) {
    trail.push(at.options[path[step]].label);
    at = at.options[path[step]].then;
  }
  if (trail.length) made.push(el("p", { class: "trail" }, trail.join(" › ")));
  const prompt = level.prompt ? el("h2", { class: walked ? "question" : "" }, level.prompt) : null;
  if (prompt) made.push(prompt);
  const press = (index) => {
    const option = level.options[index];
    if (option.refused) {
      choose([...path.slice(0, walked), index]);
      return;
    }
    if (option.move && !option.act) {
      chosen = { ask: "", path: [] };
      context.move(option.move);
      return;
    }
    choose([...path.slice(0, walked), index]);
  };
  const look = level.look ?? "list";
  const size = look === "cards" ? (level.options.length > 3 ? " many" : " few") : "";
  made.push(
    el(
      "div",
      { class: `options ${look}${size}`, role: "group", "aria-label": level.prompt || context.title },
      level.options.map((option, index) =>
        el(
          "button",
          {
            type: "button",
            key: `${number}:${walked}:${index}`,
            class: ["option", picked === option && "picked", option.refused && "refused"].filter(Boolean).join(" "),
            "aria-pressed": option.act || option.refused ? String(picked === option) : undefined,
            "aria-label": option.card
              ? [spoken(option.card) || option.label, option.refused].filter(Boolean).join(". ")
              : undefined,
            onclick: () => press(index),
          },
          option.card ? cardFace(option.card) : [el("bdi", {}, option.label), option.note && el("small", {}, option.note)],
        ),
      ),
    ),
  );
  const shown = picked ?? (walked && block.options[path[0]].card ? block.options[path[0]] : null);
  if (shown?.card) {
    made.push(el("h3", { class: "name" }, shown.label), shown.card.text && el("p", { class: "ability" }, shown.card.text));
  }
  if (picked?.refused) made.push(el("p", { class: "warning", role: "alert" }, picked.refused));
  if (picked?.warning) made.push(el("p", { class: "warning", role: "alert" }, picked.warning));
  const bar = [];
  if (path.length) {
    bar.push(
      el("button", { type: "button", class: "plain", key: `${number}:back`, onclick: () => choose(path.slice(0, -1)) }, context.t.back),
    );
  }
  if (picked?.move && picked.act) {
    bar.push(
      el(
        "button",
        {
          type: "button",
          class: "primary",
          key: `${number}:act`,
          onclick: () => {
            chosen = { ask: "", path: [] };
            context.move(picked.move);
          },
        },
        picked.act,
      ),
    );
  }
  if (bar.length) made.push(el("div", { class: "bar" }, bar));
  return el("section", { class: "block ask" }, made);
}

function block(one, number, context) {
  switch (one.is) {
    case "ask":
      return ask(one, number, context);
    case "write":
      return write(one, number, context);
    case "cards":
      return cards(one);
    case "rows":
      return rows(one);
    case "word":
      return el("section", { class: "block" }, one.label && el("h2", {}, one.label), el("p", { class: "word" }, one.text));
    case "say":
      return el("p", { class: `say ${one.tone ?? ""}` }, one.text);
    default:
      return null;
  }
}

// context: mark (which match), t (texts), move(move), again(): draw once more with what was chosen.
export function gamePage(page, context) {
  const inner = { ...context, title: page.title };
  return [
    el("h1", { class: page.act ? "act" : "" }, page.title),
    page.hint && el("p", { class: "hint" }, page.hint),
    (page.blocks ?? []).map((one, number) => block(one, number, inner)),
  ].flat();
}

export function resultPage(result, context) {
  return [
    el("h1", {}, result.title),
    (result.sentences ?? []).map((text) => el("p", {}, text)),
    (result.blocks ?? []).map((one, number) => block(one, number, context)),
    el("div", { class: "bar" }, el("button", { type: "button", class: "primary", key: "on", onclick: context.on }, context.t.on)),
  ].flat();
}
