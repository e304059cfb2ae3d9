import { idempotentCreation, send, type WriteCase } from './write-cases'

const path = '/day-sheets'

/** A cash count of a day in the past. */
export function cashCountBody(changes: Record<string, unknown> = {}) {
  return {
    date: '2026-11-20',
    openingFloat: 100,
    counted: {
      pieces: [
        { value: 0.05, count: 3 },
        { value: 20, count: 5 },
      ],
    },
    paidOtherwise: 10.5,
    takenOut: [{ amount: 4.25, reason: 'Window cleaner' }],
    remark: null,
    ...changes,
  }
}

/** The writes of day sheets. */
export const daySheetWriteCases: WriteCase[] = [
  {
    method: 'POST',
    path,
    variant: '',
    onRepeat: 'another',
    prepare: async (api, shop) => () => send(api, shop, 'POST', path, cashCountBody()),
  },
  idempotentCreation(path, () => cashCountBody()),
]
