const patienceMs = 180_000

/** Asks again until the answer is yes; what never comes is an error, not a journey without an end. */
export async function awaitUntil(what, isSo) {
  const began = Date.now()
  while (!(await isSo())) {
    if (Date.now() - began > patienceMs) throw new Error(`Waited in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Waits until a service says of itself that it is healthy. */
export async function awaitHealthy(project, service) {
  const isHealthy = async () => (await healthOf(project, service)) === 'healthy'
  try {
    await awaitUntil(`${service} is healthy`, isHealthy)
  } catch (error) {
    throw new Error(await project.compose('logs', '--tail', '20', service), { cause: error })
  }
}

async function healthOf(project, service) {
  const id = (await project.compose('ps', '-q', service)).trim()
  if (!id) return 'absent'
  return (await project.docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim()
}
