import { type Draft, sentenceOf } from "./draft.rules";
import { dropDraft, putBack, sellerOf } from "./draft.store";

/** What is left on the device, each to go on with or to throw away. */
export function offerDrafts(form: HTMLFormElement, drafts: Draft[], restore: (draft: Draft) => void) {
  const place = document.querySelector<HTMLElement>("[data-drafts]");
  const list = place?.querySelector("ul");
  const like = place?.querySelector("template")?.content.firstElementChild;
  if (!place || !list || !like) return;
  place.hidden = drafts.length === 0;
  list.replaceChildren(
    ...drafts.map((draft) => {
      const item = like.cloneNode(true) as HTMLElement;
      const [text, on, away, back] = [...item.children] as [
        HTMLElement,
        HTMLButtonElement,
        HTMLButtonElement,
        HTMLButtonElement,
      ];
      const sentence = (text.textContent = sentenceOf(draft));
      on.onclick = () => {
        if (draft.seller_id === sellerOf(form)) return restore(draft);
        location.assign(
          `/order/new?${new URLSearchParams({ seller_id: draft.seller_id })}#draft=${draft.key}`,
        );
      };
      const show = (gone: boolean) => {
        text.textContent = gone ? "下書きを破棄しました。" : sentence;
        [on.hidden, away.hidden, back.hidden] = [gone, gone, !gone];
      };
      away.onclick = () => {
        dropDraft(draft.key);
        show(true);
        back.focus();
      };
      back.onclick = () => {
        putBack(draft);
        show(false);
        on.focus();
      };
      return item;
    }),
  );
}
