const key = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

async function register(place: HTMLElement): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted")
    return "通知が許可されていません。ブラウザーの設定で、このサイトの通知を許可してください。";
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key(place.dataset.push!),
  });
  const info = JSON.stringify(subscription);
  const body = new URLSearchParams({ auth_key: JSON.parse(info).keys.auth, info });
  const answer = await fetch("/setting/self/device", {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
  });
  return answer.ok ? null : "この端末を登録できませんでした。少し待って、もう一度押してください。";
}

/** Only a page opened from an iPhone's home screen can receive notifications. */
function showSteps() {
  const card = document.querySelector<HTMLDetailsElement>("#home-screen");
  const { userAgent, maxTouchPoints, standalone } = navigator as Navigator & { standalone?: boolean };
  const apple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const alone = standalone === true || matchMedia("(display-mode: standalone)").matches;
  if (!card) return;
  if (apple && !alone) card.open = true;
  if (alone) card.hidden = true;
}

export function start(place: HTMLElement) {
  if (place.firstChild) return;
  showSteps();
  place.hidden = false;
  const text = document.createElement("p");
  text.className = "text-note text-warn";
  text.setAttribute("role", "status");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    text.textContent = "このブラウザーは、プッシュ通知を受け取れません。";
    return place.append(text);
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = place.dataset.look!;
  button.textContent = "この端末で通知を受け取る";
  button.onclick = async () => {
    button.disabled = true;
    const problem = await register(place).catch(() => "この端末では、プッシュ通知を使えません。");
    button.disabled = false;
    if (problem) text.textContent = problem;
    else location.reload();
  };
  place.append(button, text);
}
