/** A PNG of 2 x 2 pixels. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGPgj3EGIob/YAAAItcHV6nsEYwAAAAASUVORK5CYII=',
  'base64',
)
