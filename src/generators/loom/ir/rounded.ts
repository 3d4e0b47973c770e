/** Formats and operations of floating point that rounds. */
export type RoundedFormat = 'double' | 'float';

/** `sqrt` takes the root of the absolute value; `resize` goes through the other format. */
export type RoundedSign =
  '+' | '-' | '*' | '/' | 'sqrt' | 'negate' | 'fabs' | 'least' | 'greatest' | '<' | 'whole' | 'resize';
