import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresCpu } from './postgres-cpu'

/** Like a server, starts children. Each needs some 100 ms of CPU time, and the next starts when it has ended. */
const parentOfShortChildren = 'while :; do (i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done); done'

const canReadChildren = existsSync(`/proc/self/task/${process.pid}/children`)

let parent: ChildProcess
beforeEach(() => {
  parent = spawn('bash', ['-c', parentOfShortChildren])
})
afterEach(() => {
  parent.kill()
})

test.runIf(canReadChildren)(
  'the CPU time never falls when a child ends while it is read',
  async () => {
    const { pid = 0 } = parent
    const falls: number[] = []
    let last = 0
    const first = await postgresCpu({ postmaster: pid })
    while (last < first + 4_000) {
      const now = await postgresCpu({ postmaster: pid })
      falls.push(last - now)
      last = now
    }
    expect(falls.length).toBeGreaterThan(1)
    // The user and the system time of ended children are each rounded down to 10 ms.
    expect(Math.max(...falls)).toBeLessThan(20)
  },
)
