const timeoutMs = 180_000

/** Polls until `isTrue` resolves to a truthy value; throws after three minutes. */
export async function awaitUntil(condition, isTrue) {
  const began = Date.now()
  while (!(await isTrue())) {
    if (Date.now() - began > timeoutMs) {
      throw new Error(`Timed out after ${timeoutMs / 1000} s waiting until ${condition}.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Waits until the health check of a service succeeds; throws with its log otherwise. */
export async function awaitHealthy(project, service) {
  const isHealthy = async () => (await readHealth(project, service)) === 'healthy'
  try {
    await awaitUntil(`${service} is healthy`, isHealthy)
  } catch (error) {
    throw new Error(await project.compose('logs', '--tail', '20', service), { cause: error })
  }
}

/** The health of the containers of a service: the first that is not healthy decides. */
async function readHealth(project, service) {
  const ids = (await project.compose('ps', '-q', service)).trim().split('\n').filter(Boolean)
  const states = []
  for (const id of ids) {
    const state = await project.docker('inspect', '--format', '{{.State.Health.Status}}', id)
    states.push(state.trim())
  }
  return states.find((state) => state !== 'healthy') ?? states[0] ?? 'absent'
}
