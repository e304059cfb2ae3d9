import { setTimeout } from 'node:timers/promises'
import { type KeptRequest, type Received, sendOverKeptConnection } from '#test/support/http-clients'

/** In milliseconds. The first is short: most often the database is busy for a moment only. */
const pauses = [20, 1_000, 1_000, 1_000]

type Answer = { status: number; body: unknown }

/**
 * Sends a request again while the database is busy, as a user does. Such an answer promises that nothing was stored. A slow
 * machine gives it when many requests come at once.
 */
export async function repeatWhileBusy<Given extends Answer>(
  send: () => Promise<Given>,
): Promise<Given> {
  for (const pause of pauses) {
    const answer = await send()
    if (!isBusy(answer)) return answer
    await setTimeout(pause)
  }
  return send()
}

/** Like sendOverKeptConnection, again while the database is busy. */
export function sendPatiently(request: KeptRequest): Promise<Received> {
  return repeatWhileBusy(() => sendOverKeptConnection(request))
}

function isBusy({ status, body }: Answer): boolean {
  return status === 503 && Object(body).detail === 'The database is busy.'
}
