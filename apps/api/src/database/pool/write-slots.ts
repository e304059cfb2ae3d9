/** Called with true when the write gets its slot, or with false if it has waited too long. */
type Resume = (isGranted: boolean) => void

type WaitingWrite = { resume: Resume; timer: NodeJS.Timeout }

/** Limits how many connections writes hold at the same time, in the order of their arrival. */
export class WriteSlots {
  readonly #limit: number
  readonly #queue = new Set<WaitingWrite>()
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get hasFree(): boolean {
    return this.#used < this.#limit
  }

  get waitingCount(): number {
    return this.#queue.size
  }

  take(waitMs: number, resume: Resume): void {
    if (this.hasFree) {
      this.#used += 1
      resume(true)
      return
    }
    const waiting: WaitingWrite = {
      resume,
      timer: setTimeout(() => {
        this.#queue.delete(waiting)
        resume(false)
      }, waitMs).unref(),
    }
    this.#queue.add(waiting)
  }

  /** Passes the slot to the next write, after the pool has taken back the connection of the last one. */
  giveBack(): void {
    const [next] = this.#queue
    if (!next) {
      this.#used -= 1
      return
    }
    this.#queue.delete(next)
    clearTimeout(next.timer)
    process.nextTick(next.resume, true)
  }
}
