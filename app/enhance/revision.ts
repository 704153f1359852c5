import { showError } from "./snackbar";

type Field = Omit<HTMLInputElement, "options"> & { options?: HTMLOptionsCollection };

const RELOAD_MS = 4500;

/** While something is typed, nothing may take the page away. */
function typed() {
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

const SIGNED_OUT =
  "別のタブでログアウトしました。入力した内容は残っています。続けるには、別のタブでログインしてください。";
const OTHER_PERSON = "別のタブで、利用者か会社が変わりました。この画面は送らずに、読み込み直してください。";

/** Somebody signed in or out in another tab: this page follows, or says so where something is typed. */
export function changed(who: string | undefined) {
  const now = localStorage.who as string | undefined;
  if (!who || now === who) return;
  if (typed()) showError(now ? OTHER_PERSON : SIGNED_OUT);
  else location.reload();
}

/**
 * Reloads a page older than the latest revision seen, once in a tab for each revision, never over a typed
 * form.
 */
export function compareRevision(sent: string, own: string) {
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
    document.querySelector("#snackbars > *") ? RELOAD_MS : 0,
  );
}
