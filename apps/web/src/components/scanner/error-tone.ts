/** In hertz, and in seconds. */
const tone = { frequency: 196, duration: 0.25, volume: 0.2 }

let audio: AudioContext | undefined

/** Sounds a low tone, because cashiers look at the goods and not at the screen. */
export function soundErrorTone() {
  if (!('AudioContext' in globalThis)) return
  audio ??= new AudioContext()
  // A browser suspends it until the first key or click.
  void audio.resume().catch(() => {})
  const oscillator = new OscillatorNode(audio, { type: 'square', frequency: tone.frequency })
  oscillator.connect(new GainNode(audio, { gain: tone.volume })).connect(audio.destination)
  oscillator.start()
  oscillator.stop(audio.currentTime + tone.duration)
}
