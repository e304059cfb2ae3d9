/** Whether all that was sent is there as it was sent. What the shop adds of itself, ids and names, is not asked. */
export function isAsSent(there: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(there) || there.length !== sent.length) return false
    return sent.every((part, index) => isAsSent(there[index], part))
  }
  if (!isRecord(sent)) return there === sent
  return isRecord(there) && Object.keys(sent).every((name) => isAsSent(there[name], sent[name]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
