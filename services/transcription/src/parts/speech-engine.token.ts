/** Injects the engine that this service was configured with. */
export const SPEECH_ENGINE = Symbol('speech engine');
