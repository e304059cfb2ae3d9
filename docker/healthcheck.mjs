// Asks Stockie whether it is ready, and prints the answer. `docker inspect` shows it.
const port = process.env.PORT ?? '3000'
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch {
  console.log('Stockie does not answer yet.')
  process.exitCode = 1
}
