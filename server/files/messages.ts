/** Errors that uploaders read. */
export const fileMessages = {
  problems: {
    type: 'This kind of file isn’t supported. Choose a PNG, JPEG, WebP, GIF, or AVIF image, or a PDF, ZIP, CSV, or text file.',
    damaged: 'This image is damaged or incomplete. Export it again, or take a screenshot of it.',
    'too-many-pixels': 'This image has too many pixels. Reduce it to less than 64 megapixels.',
    empty: 'This file is empty. Choose another one.',
  },
  busy: 'Too many people are uploading files right now. Try again in a few seconds.',
  tooLarge: 'This file is larger than 10 MB. Choose a smaller one.',
  storageFull: 'This workspace is out of storage for files. Ask the team to delete files or change the plan.',
  customerStorageFull:
    'This workspace is out of storage for files of customers. Ask the team to delete files or change the plan.',
  tooManyUnused:
    'You have uploaded 50 MB that you haven’t posted yet. Post your text first, or try again tomorrow: unused files are deleted after a day.',
}
