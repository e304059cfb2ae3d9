/** Where every call of the API begins. */
export const apiRoot = '/api/v1'
