import { showError } from "./snackbar";

type Field = Omit<HTMLInputElement, "options"> & { options?: HTMLOptionsCollection };

const WAIT = 4500;

/** Whether a form holds what a person typed: then nothing may take the page away. */
function typed() {
  // A card in somebody's hand, and what is being written in the chat, are not taken away either.
  if (
    document.querySelector("[data-summary], .card-lift") ||
    document.querySelector<HTMLTextAreaElement>("[data-island] textarea")?.value
  )
    return true;
  const forms = [...document.forms].filter((form) => form.method === "post");
  return forms
    .flatMap((form) => [...form.elements] as unknown as Field[])
    .some((field) => {
      if (["hidden", "submit"].includes(field.type) || !field.name) return false;
      if (field.options)
        return [...field.options].some(
          (option) => option.selected !== option.defaultSelected && option.index > 0,
        );
      return field.matches("[type=checkbox],[type=radio]")
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue;
    });
}

const OUT =
  "別のタブでログアウトしました。入力した内容は残っています。続けるには、別のタブでログインしてください。";
const OTHER = "別のタブで、利用者か会社が変わりました。この画面は送らずに、読み込み直してください。";

/**
 * Somebody signed in or out in another tab: this page follows, but for one that holds what was typed: that
 * one says so.
 */
export function changed(who: string | undefined) {
  const now = localStorage.who as string | undefined;
  if (!who || now === who) return;
  if (typed()) showError(now ? OTHER : OUT);
  else location.reload();
}

/**
 * product §4: the latest revision seen is kept; a page older than it is loaded anew, once in a tab for each
 * revision, once its message
 * has been read, and never over a typed form (the next page is new anyway).
 */
export function saw(sent: string, own: string) {
  const number = Number(sent);
  if (!sent.trim() || !Number.isFinite(number)) return console.error("invalid revision from server");
  if (number > Number(localStorage.revision || 0)) localStorage.revision = sent;
  if (number <= Number(own) || Number(sessionStorage.revision || 0) >= number) return;
  setTimeout(
    () => {
      if (typed()) return;
      sessionStorage.revision = sent;
      location.reload();
    },
    document.querySelector("#snackbars > *") ? WAIT : 0,
  );
}
