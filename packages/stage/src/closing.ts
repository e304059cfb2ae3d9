type Step = () => Promise<void> | void

export type Closing = { add: (close: Step) => void; close: () => Promise<void> }

/** What was opened last is closed first; one that cannot be closed keeps none of the others open. */
export function createClosing(complain: (text: string) => void): Closing {
  const steps: Step[] = []

  async function close(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        complain(`While ending: ${String(error)}`)
      }
    }
  }

  return { add: (step) => void steps.push(step), close }
}
