type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

async function reader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (own && (await own.getSupportedFormats().catch((): string[] => [])).includes("qr_code")) {
    const detector = new own({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  }
  const { decode } = await import("./scan.decode");
  const canvas = document.createElement("canvas");
  const picture = canvas.getContext("2d", { willReadFrequently: true })!;
  return async (video) => {
    const [width, height] = [
      Math.min(640, video.videoWidth),
      Math.round((video.videoHeight * Math.min(640, video.videoWidth)) / (video.videoWidth || 1)),
    ];
    if (!width || !height) return null;
    Object.assign(canvas, { width, height });
    picture.drawImage(video, 0, 0, width, height);
    return decode(picture.getImageData(0, 0, width, height));
  };
}

/** The same code is read again only after two seconds out of the picture. */
export async function watchCamera(
  video: HTMLVideoElement,
  read: (text: string) => void,
): Promise<() => void> {
  const [stream, look] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }),
    reader(),
  ]);
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  let open = true;
  let last = { text: "", at: 0 };
  void (async () => {
    while (open) {
      const text = await look(video);
      if (text && open) {
        if (text !== last.text || Date.now() - last.at > 2_000) read(text);
        last = { text, at: Date.now() };
      }
      await new Promise((done) => setTimeout(done, 150));
    }
  })();
  return () => {
    open = false;
    video.hidden = true;
    for (const track of stream.getTracks()) track.stop();
  };
}
