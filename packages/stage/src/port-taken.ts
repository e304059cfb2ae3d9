/** Another process answers where a server was to; the message says where. */
export class PortTaken extends Error {
  override name = 'PortTaken'
}
