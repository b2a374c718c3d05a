import { defineJob } from '#jobs';

export interface SendMail {
  mailKey: string;
}

/** Sends one mail to one person. One job per recipient, so that one bad address never holds up another. */
export const sendMail = defineJob<SendMail>('send-mail', { attempts: 720, backoffMs: 2000, concurrency: 5 });
