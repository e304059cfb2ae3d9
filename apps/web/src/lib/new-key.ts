/**
 * Random enough that no two documents or records ever share one. Not `crypto.randomUUID`, which a
 * shop that opens Stockie over its own network, without HTTPS, does not have.
 */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
