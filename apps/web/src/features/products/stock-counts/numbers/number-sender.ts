import { type StockCountEntry, type StockCountLine, stockCounts } from '@stockie/contracts'

import { startAnswerWait } from '@/lib/api/answer-wait'
import { ApiError, isTransient, request } from '@/lib/api/api-client'
import { createStore } from '@/lib/external-store'
import { currentUserId } from '@/lib/session/session-store'
import { readTabValue, tabKey, writeTabValue } from '@/lib/tab/tab-storage'
import {
  ask,
  change,
  isOnItsWay,
  remove,
  type UnsentNumber,
  type UnsentNumbers,
} from './unsent-numbers'

interface SenderState {
  numbers: UnsentNumbers
  /** The latest answers, which may be newer than the list. */
  stored: ReadonlyMap<number, StockCountLine>
  /** The API does not answer. The sender tries again by itself. */
  isFailing: boolean
  /** How many numbers the API has refused: the list is old. */
  refusals: number
}

/** In milliseconds. */
const retryPause = 3_000

const senders = new Map<string, ReturnType<typeof createNumberSender>>()

/** The sender of a count's numbers. It goes on when the count is closed. */
export function numberSenderOf(userId: number, countId: number) {
  const key = tabKey('count', userId, String(countId))
  const sender = senders.get(key) ?? createNumberSender({ key, userId, countId })
  senders.set(key, sender)
  return sender
}

interface SenderOptions {
  /** Of the tab's storage: a reload loses no number. */
  key: string
  userId: number
  countId: number
}

function createNumberSender({ key, userId, countId }: SenderOptions) {
  const store = createStore<SenderState>({
    numbers: readNumbers(key),
    stored: new Map(),
    isFailing: false,
    refusals: 0,
  })
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(changed: Partial<SenderState>) {
    const { numbers } = store.get()
    store.set({ ...store.get(), ...changed })
    if (!changed.numbers || changed.numbers === numbers) return
    writeTabValue(key, changed.numbers.length > 0 ? JSON.stringify(changed.numbers) : '')
    watchClosing(changed.numbers.length > 0)
  }

  /** Sends one number after the other, so that they arrive in their order. */
  async function send() {
    clearTimeout(timer)
    if (isSending) return
    isSending = true
    for (let next = findNext(); next; next = findNext()) {
      if (!(await sendOne(next))) break
    }
    isSending = false
  }

  function findNext() {
    // Another user may have signed in. The numbers wait for their own.
    if (currentUserId() !== userId) return undefined
    return store.get().numbers.find(isOnItsWay)
  }

  /** Resolves to false if the numbers behind it wait too. */
  async function sendOne({ key: numberKey, productId, counted, mode, entries }: UnsentNumber) {
    update({ numbers: change(store.get().numbers, numberKey, { wasSent: true }) })
    const entry = { counted, mode, ...(entries !== undefined && { entries }) }
    try {
      const { signal } = startAnswerWait()
      const line = await enterNumber({ countId, productId, entry, key: numberKey, signal })
      const { numbers, stored } = store.get()
      update({
        numbers: remove(numbers, numberKey),
        stored: new Map(stored).set(productId, line),
        isFailing: false,
      })
      return true
    } catch (error) {
      if (mayPass(error)) {
        update({ isFailing: true })
        timer = setTimeout(() => void send(), retryPause)
        return false
      }
      refuse(numberKey, error)
      return true
    }
  }

  function refuse(numberKey: string, error: unknown) {
    const { numbers, refusals } = store.get()
    const refused = numbers.find((number) => number.key === numberKey)
    const changed = { isFailing: false, refusals: refusals + 1 }
    if (!refused) return
    const isConflict = error instanceof ApiError && error.status === 409
    // Another user has counted the product, unless the whole count is over, which its screen shows.
    if (isConflict && refused.entries !== undefined) {
      return update({ ...changed, numbers: ask(numbers, refused) })
    }
    const refusal = error instanceof Error ? error.message : String(error)
    update({ ...changed, numbers: change(numbers, numberKey, { refusal }) })
  }

  const onClosing = (event: BeforeUnloadEvent) => event.preventDefault()

  /** The browser asks before it closes a tab that has numbers. */
  function watchClosing(hasNumbers: boolean) {
    if (hasNumbers) window.addEventListener('beforeunload', onClosing)
    else window.removeEventListener('beforeunload', onClosing)
  }

  watchClosing(store.get().numbers.length > 0)
  window.addEventListener('online', () => void send())

  return {
    store,
    /** Changes the numbers and sends what can be sent. */
    enter(next: (numbers: UnsentNumbers) => UnsentNumbers) {
      update({ numbers: next(store.get().numbers) })
      void send()
    },
    /** Sends what an earlier page has left. */
    resume: () => void send(),
  }
}

/** Nothing was stored, or nobody knows. The same number can be sent again. */
function mayPass(error: unknown) {
  if (!(error instanceof ApiError)) return false
  return isTransient(error) || error.status >= 500 || [401, 408, 429].includes(error.status)
}

function readNumbers(key: string): UnsentNumbers {
  try {
    const stored: unknown = JSON.parse(readTabValue(key))
    return Array.isArray(stored) ? (stored as UnsentNumber[]) : []
  } catch {
    return []
  }
}

interface SentNumber {
  countId: number
  productId: number
  entry: StockCountEntry
  key: string
  /** Ends the wait for the answer. */
  signal: AbortSignal
}

/** A retry with the same key enters the number once. */
function enterNumber({ countId, productId, entry, key, signal }: SentNumber) {
  return request<StockCountLine>('PUT', `/${stockCounts.path}/${countId}/products/${productId}`, {
    body: entry,
    idempotencyKey: key,
    signal,
  })
}
