import type { TillResult, Timings } from './till-plan'

export type Kind = 'sales' | 'polls' | 'lists'

const expected: Record<Kind, readonly number[]> = {
  sales: [201],
  polls: [200, 304],
  lists: [200, 304],
}

type Answer = { status: number; bytes: number }
type InTime = Pick<TillResult, 'seconds' | 'recordedInTime' | 'bytes'>

export type TillRecord = {
  /** Sends a request, and resolves to its answer if it is the expected one. */
  time: <Given extends Answer>(kind: Kind, send: () => Promise<Given>) => Promise<Given | undefined>
  begin: () => void
  end: () => InTime
  result: () => Omit<TillResult, keyof InTime | 'cpu'>
}

/** Collects what the tills see. A request counts if it was sent in the measured time. */
export function createTillRecord(): TillRecord {
  const times: Record<Kind, number[]> = { sales: [], polls: [], lists: [] }
  const failures: Record<string, number> = {}
  const inTime = { recordedInTime: 0, bytes: 0 }
  let [recorded, uncertain, cancelledLists, beganAt, isMeasured] = [0, 0, 0, 0, false]

  async function time<Given extends Answer>(
    kind: Kind,
    send: () => Promise<Given>,
  ): Promise<Given | undefined> {
    const counts = isMeasured
    const sentAt = performance.now()
    const note = (what: string) => {
      if (counts) failures[what] = (failures[what] ?? 0) + 1
    }
    try {
      const answer = await send()
      if (isMeasured) inTime.bytes += answer.bytes
      if (!expected[kind].includes(answer.status)) {
        // A commit that waits for a standby is answered with 503.
        if (kind === 'sales') uncertain += 1
        note(`${kind} ${answer.status}`)
        return undefined
      }
      if (counts) times[kind].push(performance.now() - sentAt)
      if (kind === 'sales') {
        recorded += 1
        if (isMeasured) inTime.recordedInTime += 1
      }
      return answer
    } catch (error) {
      const { name, message } = error as Error
      if (kind === 'sales') uncertain += 1
      // The till itself cancels a list that it reads again.
      if (name !== 'AbortError' || kind !== 'lists') note(`${kind} ${message}`)
      else if (counts) cancelledLists += 1
      return undefined
    }
  }

  return {
    time,
    begin() {
      beganAt = performance.now()
      isMeasured = true
    },
    end() {
      isMeasured = false
      return { ...inTime, seconds: (performance.now() - beganAt) / 1_000 }
    },
    result: () => ({
      sales: summarize(times.sales),
      polls: summarize(times.polls),
      lists: summarize(times.lists),
      failures,
      cancelledLists,
      recorded,
      uncertain,
    }),
  }
}

function summarize(times: number[]): Timings {
  const sorted = Float64Array.from(times).toSorted()
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { count: sorted.length, p50: percentile(0.5), p99: percentile(0.99), max: percentile(1) }
}
