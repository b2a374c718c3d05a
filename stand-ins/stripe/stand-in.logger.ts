/** The part of a pino logger that the stand-in uses. */
export interface StandInLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
