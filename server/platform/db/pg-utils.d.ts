/** A part of pg that `@types/pg` does not declare. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /**
     * Converts a parameter of a statement to the text or bytes that PostgreSQL reads.
     * @throws TypeError if JSON cannot represent the value
     */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
