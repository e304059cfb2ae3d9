/** Whether a HOST lets other machines in. */
export function isOpenHost(host: string): boolean {
  return !['127.0.0.1', 'localhost', '::1'].includes(host)
}
