let sound: AudioContext | undefined;

export function signal(good: boolean) {
  navigator.vibrate?.(good ? 80 : [120, 60, 120]);
  try {
    sound ??= new AudioContext();
    const tone = new OscillatorNode(sound, { frequency: good ? 1_320 : 220, type: good ? "sine" : "square" });
    tone.connect(new GainNode(sound, { gain: 0.2 })).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + (good ? 0.12 : 0.4));
  } catch {}
}
