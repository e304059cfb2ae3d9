import { type StockCountEntry, type StockCountLine, stockCounts } from '@stockie/contracts'

import { startAnswerWait } from '@/lib/api/answer-wait'
import { ApiError, isTransient, request } from '@/lib/api/api-client'
import { createStore } from '@/lib/external-store'
import { currentUserId, sessionStore } from '@/lib/session/session-store'
import { readTabValue, tabKey, writeTabValue } from '@/lib/tab/tab-storage'
import { toastError } from '@/lib/toast'
import {
  askAbout,
  changeNumber,
  isOnItsWay,
  removeNumber,
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

/** How often the numbers in the tab's storage have changed. */
export const tabNumbers = createStore(0)

const senders = new Map<string, ReturnType<typeof createNumberSender>>()

/** The sender of a count's numbers. It goes on when the count is closed. */
export function numberSenderOf(userId: number, countId: number) {
  const key = tabKey('count', userId, String(countId))
  const sender = senders.get(key) ?? createNumberSender({ key, userId, countId })
  senders.set(key, sender)
  return sender
}

interface SenderOptions {
  /** Under which the tab stores the numbers, so that a reload loses none. */
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
  let watchers = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(changed: Partial<SenderState>) {
    const { numbers } = store.get()
    store.set({ ...store.get(), ...changed })
    if (changed.numbers && changed.numbers !== numbers) {
      writeTabValue(key, changed.numbers.length > 0 ? JSON.stringify(changed.numbers) : '')
      tabNumbers.set(tabNumbers.get() + 1)
    }
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
  async function sendOne(number: UnsentNumber) {
    update({ numbers: changeNumber(store.get().numbers, number.key, { wasSent: true }) })
    try {
      const line = await enterNumber(countId, number, startAnswerWait().signal)
      const { numbers, stored } = store.get()
      update({
        numbers: removeNumber(numbers, number.key),
        stored: new Map(stored).set(number.productId, line),
        isFailing: false,
      })
      return true
    } catch (error) {
      if (!isRetryable(error)) {
        refuse(number.key, error)
        return true
      }
      update({ isFailing: true })
      timer = setTimeout(() => void send(), retryPause)
      return false
    }
  }

  function refuse(numberKey: string, error: unknown) {
    const { numbers, refusals } = store.get()
    const refused = numbers.find((number) => number.key === numberKey)
    if (!refused) return
    const isConflict = error instanceof ApiError && error.status === 409 && !refused.isShared
    const refusal = error instanceof Error ? error.message : String(error)
    update({
      isFailing: false,
      refusals: refusals + 1,
      // Another user has counted the product. If the count is over, its screen shows that instead.
      numbers: isConflict
        ? askAbout(numbers, refused)
        : changeNumber(numbers, numberKey, { refusal }),
    })
    if (watchers === 0) tellWaiting()
  }

  /** A closed count shows no question. */
  function tellWaiting() {
    const [first] = store.get().numbers.filter((number) => !isOnItsWay(number))
    if (!first || currentUserId() !== userId) return
    toastError(`Stock count ${countId}: a number of ${first.name} waits for you.`)
  }

  // The browser asks before it closes a tab with numbers, unless another user has signed in.
  window.addEventListener('beforeunload', (event) => {
    const isOthers = ![userId, null].includes(currentUserId())
    if (store.get().numbers.length > 0 && !isOthers) event.preventDefault()
  })
  window.addEventListener('online', () => void send())
  // The user may have signed in again.
  sessionStore.subscribe(() => void send())

  return {
    store,
    /** Changes the numbers and sends what can be sent. */
    enter(next: (numbers: UnsentNumbers) => UnsentNumbers) {
      update({ numbers: next(store.get().numbers) })
      // A field is left by closing the count.
      if (watchers === 0) tellWaiting()
      void send()
    },
    /** Call while a screen names the numbers that wait. Sends what an earlier page has left. */
    watch() {
      watchers += 1
      void send()
      return () => {
        watchers -= 1
        if (watchers === 0) tellWaiting()
      }
    },
  }
}

/** The API has stored nothing, or its answer is lost. The same number can be sent again. */
function isRetryable(error: unknown) {
  if (!(error instanceof ApiError)) return false
  return isTransient(error) || error.status >= 500 || [401, 408, 429].includes(error.status)
}

/** Whether the tab has numbers of this count that are not stored. */
export function hasUnsentNumbers(userId: number, countId: number) {
  return readTabValue(tabKey('count', userId, String(countId))) !== ''
}

function readNumbers(key: string): UnsentNumbers {
  try {
    const stored: unknown = JSON.parse(readTabValue(key))
    return Array.isArray(stored) ? (stored as UnsentNumber[]) : []
  } catch {
    return []
  }
}

/** A retry with the same key enters the number once. */
function enterNumber(
  countId: number,
  { productId, counted, mode, entries, isShared, key }: UnsentNumber,
  signal: AbortSignal,
) {
  const body: StockCountEntry = { counted, mode, ...(!isShared && { entries }) }
  return request<StockCountLine>('PUT', `/${stockCounts.path}/${countId}/products/${productId}`, {
    body,
    idempotencyKey: key,
    signal,
  })
}

/** Sends the numbers that an earlier page of this tab has left, and names those that wait for the user. */
function resumeNumbers() {
  const userId = currentUserId()
  if (userId === null) return
  for (const name of countsInTab(userId)) {
    if (!senders.has(tabKey('count', userId, name))) numberSenderOf(userId, Number(name)).watch()()
  }
}

function countsInTab(userId: number) {
  const start = tabKey('count', userId, '')
  try {
    return Object.keys(sessionStorage).flatMap((key) =>
      key.startsWith(start) ? [key.slice(start.length)] : [],
    )
  } catch {
    // Blocked storage holds nothing.
    return []
  }
}

// This file loads on each screen, once the browser is idle.
resumeNumbers()
sessionStore.subscribe(resumeNumbers)
