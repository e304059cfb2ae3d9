import { onSignal } from '@/main/on-signal'

/** Told at the first Ctrl-C or signal, so that what is under way can be tidied away; the second ends at once. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  onSignal(
    () => interruption.abort(),
    () => process.exit(130),
  )
  return interruption.signal
}
