import { ApiError } from './api-error'

/** What the form held when it was sent before is added already. */
export class AddedEarlier extends ApiError {
  override name = 'AddedEarlier'

  constructor({ isDeleted, cause }: { isDeleted: boolean; cause?: unknown }) {
    const detail = isDeleted
      ? 'This was added already, and deleted since. Save it again to add it anew.'
      : 'This was added already. What you have changed since is not in it. Save it again to add the changed one as well.'
    super(409, { detail, cause })
  }
}
