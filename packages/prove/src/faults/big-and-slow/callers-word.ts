import type { Upload } from './upload'

/** What the process of bad callers is told, and what it tells. */
export type CallersPlan = {
  port: number
  idle: number
  authorization: string
  uploads: Upload[]
}

export type CallersWord =
  /** How many idle connections there are by now. */
  | { opened: number }
  /** How many of the idle connections could not be opened, by the system's word for why. */
  | { refused: Record<string, number> }
  | {
      /** The statuses that 20 MB were answered with, each way once for every address; 0 where nobody answered. */
      uploads: Record<string, number>
      /** How slow callers were cut off: a status, or 0 without a word; those still connected are not among them. */
      cutOff: Record<string, number[]>
    }
