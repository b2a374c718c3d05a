/** The room that the example takes, kept free until it is there and while it is drawn piece by piece. */
export const DEMO_HEIGHT = 'min-h-[53rem] sm:min-h-[43rem] lg:min-h-[48.5rem]';
