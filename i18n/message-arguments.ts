/**
 * The arguments of an ICU message, read from its text by the compiler: `{name}` takes a string or a number,
 * `{count, plural, …}` and `{count, number}` a number, `{kind, select, …}` a string.
 */
export type ArgumentsOf<Message extends string> =
  ScanText<Message> extends [infer Found, string] ? { [Name in keyof Found]: Found[Name] } : never

type ValueOf<Format extends string> = Format extends 'plural' | 'selectordinal' | 'number'
  ? number
  : Format extends 'select'
    ? string
    : string | number

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} ` | `${infer Rest}\n`
    ? Trim<Rest>
    : Text

// Each scanner answers [arguments found so far, text that follows].

/** Reads text up to its end, or up to the brace that closes the option it stands in. */
type ScanText<Text extends string, Found = unknown> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? SkipBrace<Text, Found>
    : ScanArgument<After, Found>
  : Text extends `${string}}${string}`
    ? SkipBrace<Text, Found>
    : [Found, '']

type SkipBrace<Text extends string, Found> = Text extends `${string}}${infer Rest}` ? [Found, Rest] : never

/** Reads one argument, behind its opening brace. */
type ScanArgument<Text extends string, Found> = Text extends `${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name},${infer Format}`
    ? Format extends `${infer Kind},${string}`
      ? Trim<Kind> extends 'plural' | 'selectordinal' | 'select'
        ? Text extends `${string},${string},${infer Options}`
          ? ScanOptions<Options, Found & { [N in Trim<Name>]: ValueOf<Trim<Kind>> }>
          : never
        : ScanText<Rest, Found & { [N in Trim<Name>]: ValueOf<Trim<Kind>> }>
      : ScanText<Rest, Found & { [N in Trim<Name>]: ValueOf<Trim<Format>> }>
    : ScanText<Rest, Found & { [N in Trim<Inside>]: string | number }>
  : never

/** Reads the options of a plural or select, up to the brace that closes it. */
type ScanOptions<Text extends string, Found> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? ScanRest<Text, Found>
    : ScanText<After, Found> extends [infer Inner, infer Rest extends string]
      ? ScanOptions<Rest, Inner>
      : never
  : ScanRest<Text, Found>

type ScanRest<Text extends string, Found> = Text extends `${string}}${infer Rest}` ? ScanText<Rest, Found> : never
