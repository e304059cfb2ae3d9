import http from 'node:http'
import { sendRequest } from '#src/clients/client-connection'
import { type AttackPlan, type AttackReport, type Login, loginPath } from './attack-plan'

/** Child process, so that the attackers do not compete with the owner for one event loop. */
const report: AttackReport = {}
let isOver = false

process.on('message', (message: AttackPlan | 'report' | 'finish') => {
  if (typeof message === 'object') startAttack(message)
  else {
    isOver = message === 'finish'
    process.send?.(report)
  }
})
process.once('disconnect', () => process.exit(0))

function startAttack({ origin, logins }: AttackPlan): void {
  const agent = new http.Agent({ keepAlive: true })
  for (const login of logins) void sendForEver(agent, origin, login)
}

async function sendForEver(agent: http.Agent, origin: string, login: Login): Promise<void> {
  while (!isOver) {
    const request = { method: 'POST', path: loginPath, ...login } as const
    const status = await sendRequest(agent, origin, request, 30_000).then(
      (answer) => answer.status,
      () => 0,
    )
    report[status] = (report[status] ?? 0) + 1
  }
}
