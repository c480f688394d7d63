// Elements from values. Text is always text: nothing here, or anywhere, turns a string into markup.

const HANDLERS = ["onclick", "oninput", "onsubmit", "onchange"];

export function el(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (HANDLERS.includes(name)) made[name] = value;
    else if (name === "key") made.dataset.key = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    made.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return made;
}

// What was typed and not sent yet, by key: a new snapshot must not take it away.
const drafts = new Map();
export const draft = (key, otherwise = "") => drafts.get(key) ?? otherwise;
export const keepDraft = (key, value) => drafts.set(key, value);
export const dropDraft = (key) => drafts.delete(key);

// Whether *old* may become *made*. A picture never becomes another one: it would show the old one for a moment.
function same(old, made) {
  if (old.nodeType !== made.nodeType || old.nodeName !== made.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return ["data-key", "data-face", "id", "src", "type"].every((name) => old.getAttribute(name) === made.getAttribute(name));
}

function become(old, made) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== made.data) old.data = made.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!made.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of HANDLERS) old[name] = made[name];
  // Long lists are compared as a whole: nothing in them listens.
  if (old.nodeName !== "SELECT" || old.length !== made.length || !old.isEqualNode(made)) contain(old, [...made.childNodes]);
  if (old.nodeName === "INPUT") {
    if (old.checked !== made.checked) old.checked = made.checked;
    if (old.value !== made.value && old !== document.activeElement) old.value = made.value;
  } else if (old.nodeName === "SELECT" && old.value !== made.value) old.value = made.value;
}

// What stays the same stays the same element: a finger on a button, an open list and the focus are not disturbed.
function contain(parent, made) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter((one) => one.dataset?.key).map((one) => [one.dataset.key, one]));
  const kept = new Set();
  const now = made.map((one) => {
    const key = one.dataset?.key;
    const match = key ? keyed.get(key) : old.find((other) => !kept.has(other) && !other.dataset?.key && same(other, one));
    if (!match || kept.has(match) || !same(match, one)) return one;
    kept.add(match);
    become(match, one);
    return match;
  });
  for (const one of old) if (!kept.has(one)) one.remove();
  now.forEach((one, place) => {
    if (parent.childNodes[place] !== one) parent.insertBefore(one, parent.childNodes[place] ?? null);
  });
}

// Lets *parent* contain these children. If what had the focus is gone, the heading has it: it says what to do now.
export function replace(parent, ...children) {
  const inside = parent.contains(document.activeElement);
  contain(parent, children.flat(Infinity).filter((child) => child));
  if (inside && !parent.contains(document.activeElement)) parent.querySelector("h1")?.focus({ preventScroll: true });
}
