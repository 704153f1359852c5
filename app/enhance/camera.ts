import { watchCamera } from "./scan.camera";

const REFUSED = "カメラを使えません。ブラウザの設定でカメラを許可するか、番号を入力してください。";
let stop: (() => void) | null = null;

export async function toggle(button: HTMLElement): Promise<void> {
  const form = button.closest("form")!;
  const told = form.querySelector("[role=status]")!;
  told.textContent = "";
  if (stop) {
    stop();
    stop = null;
  } else {
    stop = await watchCamera(form.querySelector("video")!, (text) => {
      form.querySelector<HTMLInputElement>("[type=search]")!.value = text;
      stop?.();
      form.requestSubmit();
    }).catch(() => {
      told.textContent = REFUSED;
      return null;
    });
  }
  button.textContent = stop ? "カメラを閉じる" : "カメラで読み取る";
}
