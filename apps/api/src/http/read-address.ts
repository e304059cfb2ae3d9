/** A browser would make the name of a host of two slashes, and a slash of a backslash. */
const plain = /^\/(?!\/)[^?#\\]*(?:\?[^#]*)?$/

/**
 * The path that a request asks for, with its query; undefined where that is none. Express would find one in more than
 * this, and whoever guards, logs or counts another: so it is read once, before any of them. A request may name
 * the whole address, as it does to a proxy, and a fragment that is not meant for us.
 */
export function readAddress(url = ''): string | undefined {
  if (url === '') return undefined
  // As nearly every one is.
  if (plain.test(url)) return url
  const address = url
    .replace(/^https?:\/\/[^/?#\\]+/i, '')
    .replace(/#.*/, '')
    // A host alone is asked for its first page.
    .replace(/^(?=\?|$)/, '/')
  return plain.test(address) ? address : undefined
}
