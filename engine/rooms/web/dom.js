// Elements from values. Text is always text: nothing here, or anywhere, turns a string into markup.

export function el(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "onclick" || name === "oninput" || name === "onsubmit" || name === "onchange") made[name] = value;
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

// Puts new children into *parent* and keeps focus, selection and scroll where they were.
export function replace(parent, ...children) {
  const active = document.activeElement;
  const key = active?.dataset?.key;
  let selection = null;
  try {
    selection = key && active.selectionStart !== null ? [active.selectionStart, active.selectionEnd] : null;
  } catch {
    selection = null;
  }
  const open = new Set(Array.from(parent.querySelectorAll("details[open]"), (one) => one.dataset.key));
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child));
  for (const one of parent.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
  if (!key || document.activeElement?.dataset?.key === key) return;
  const again = Array.from(parent.querySelectorAll("[data-key]")).find((one) => one.dataset.key === key);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (selection && again.setSelectionRange) {
    try {
      again.setSelectionRange(...selection);
    } catch {
      // A field of a kind that has no selection.
    }
  }
}
