/** Made from openapi.json by `make api`. */
export interface paths {
    "/api/agreements/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_audio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/generate-transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Transcripts_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_photo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Transcripts_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/temporary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Uploads_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Accounts_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Orders_publicConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Orders_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SystemHealth_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Orders_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Webhooks_receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AgreementData: {
            partyAName: string;
            /** Format: email */
            partyAEmail: string;
            partyBName: string;
            /** Format: email */
            partyBEmail: string;
            /** @description Dollars and cents, such as 250 or 250.00 */
            agreementAmount?: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            backupTranscript?: string;
            /** @enum {boolean} */
            temporary: true;
            isRemoteContract?: boolean;
            /** @enum {string} */
            escrowHoldPeriod?: "24hrs" | "3days" | "7days" | "14days" | "30days";
        };
        AgreementStats: {
            totalAgreements: number;
            pendingAgreements: number;
            awaitingAgreements: number;
            processingAgreements: number;
            completedAgreements: number;
            cancelledAgreements: number;
        };
        AgreementView: {
            id: number;
            /** @example 4207731958026614 */
            agreementId: string;
            partyAName: string;
            partyBName: string;
            partyAEmail: string;
            partyBEmail: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            /** @example 250.00 */
            amount: string | null;
            currency: string;
            /** @enum {string} */
            status: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
            statusReason: string | null;
            escrowStatus: string | null;
            hasAudioRecording: boolean;
            durationSeconds: number | null;
            sha256: string | null;
            photoUrl: string | null;
            isRemoteContract: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            transcript: components["schemas"]["TranscriptState"];
        };
        CheckView: {
            name: string;
            /** @enum {string} */
            status: "up" | "down";
        };
        CreatePaymentIntent: {
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            /** @example 4207731958026614 */
            agreementId: string;
            /** @description Dollars as shown to the payer; refused when it is not the price */
            amount?: number;
            claimToken?: string;
        };
        ErrorAnswer: {
            statusCode: number;
            /** @enum {string} */
            code: "invalid_input" | "invalid_multipart" | "invalid_signature" | "unauthenticated" | "invalid_credentials" | "payment_required" | "forbidden" | "not_found" | "agreement_not_found" | "not_ready" | "email_taken" | "already_paid" | "already_claimed" | "invalid_transition" | "idempotency_conflict" | "recording_expired" | "file_too_large" | "body_too_large" | "unsupported_media" | "unsupported_photo" | "range_not_satisfiable" | "empty_recording" | "broken_recording" | "recording_too_long" | "broken_photo" | "price_mismatch" | "unknown_plan" | "weak_password" | "too_many_attempts" | "too_many_requests" | "transcription_failed" | "internal" | "payment_provider" | "unavailable";
            message: string;
            errors?: components["schemas"]["FieldProblem"][];
            correlationId: string;
        };
        FieldProblem: {
            field: string;
            message: string;
        };
        GeneratedTranscript: {
            transcript: string;
            /** @description True when it existed before this call */
            cached: boolean;
        };
        LiveAgreementEvent: {
            agreementId: string;
            /** @enum {string|null} */
            status: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled" | null;
            /** @enum {string|null} */
            stage: "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed" | null;
            percent: number | null;
            /** Format: date-time */
            at: string;
        };
        LogEventView: {
            seq: number;
            /** Format: date-time */
            at: string;
            actor: string;
            type: string;
            detail: Record<string, never>;
            hash: string;
        };
        Login: {
            /** Format: email */
            email: string;
            password: string;
        };
        LoginAnswer: {
            /** @description Bearer token, valid for at most 12 hours */
            token: string;
            user: components["schemas"]["User"];
        };
        PaymentIntentAnswer: {
            clientSecret: string;
            paymentIntentId: string;
            /** @description Cents */
            amount: number;
            /** @example usd */
            currency: string;
        };
        PaymentsMode: {
            /** @enum {string} */
            mode: "stripe" | "sandbox";
            publishableKey: string | null;
            /** @description Where the sandbox form confirms */
            sandboxConfirmUrl: string | null;
        };
        PaymentState: {
            /** @enum {string} */
            status: "none" | "open" | "paid" | "failed";
            receiptNumber: string | null;
            /** @description Cents */
            amount: number;
            currency: string;
            /** Format: date-time */
            paidAt: string | null;
        };
        Prices: {
            /** @description Cents */
            contract: number;
        };
        PublicConfig: {
            payments: components["schemas"]["PaymentsMode"];
            prices: components["schemas"]["Prices"];
            /** @description Longest recording by plan in seconds; 0 means no limit */
            limits: Record<string, never>;
        };
        SavedAgreement: {
            /** @example 4207731958026614 */
            agreementId: string;
            /** @description Lets the creator claim the agreement after signing up; also set as a cookie */
            claimToken: string;
            /** @enum {string} */
            status: "pending";
            /** @description SHA-256 of the recording as received */
            sha256: string;
            bytes: number;
            durationSeconds: number;
            /** Format: date-time */
            createdAt: string;
        };
        SegmentView: {
            /** @description Seconds from the start of the recording */
            start: number;
            /** @description Seconds from the start of the recording */
            end: number;
            text: string;
            speaker: string | null;
            /** @description 0..1 */
            confidence: number | null;
        };
        ServiceHealth: {
            name: string;
            /** @enum {string} */
            status: "up" | "down";
            checks: components["schemas"]["CheckView"][];
        };
        Signup: {
            username: string;
            /** Format: email */
            email: string;
            password: string;
        };
        SystemHealth: {
            /** @enum {string} */
            status: "up" | "down";
            services: components["schemas"]["ServiceHealth"][];
        };
        TranscriptPending: {
            /** @enum {string} */
            status: "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
        };
        TranscriptState: {
            /** @enum {string} */
            stage: "none" | "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
        };
        TranscriptView: {
            agreementId: string;
            /** @enum {string} */
            status: "none" | "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
            text: string;
            durationSeconds: number;
            engine: string | null;
            /** @description Made by an engine that often mishears */
            draft: boolean;
            sha256: string | null;
            /** @description Loudness over time, 0..1 */
            peaks: number[];
            segments: components["schemas"]["SegmentView"][];
        };
        User: {
            id: number;
            username: string;
            email: string;
            /** @enum {string} */
            role: "user" | "admin";
            subscriptionPlan: string | null;
            usageCount: number;
            /** Format: date-time */
            createdAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Agreements_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_audio: {
        parameters: {
            query?: {
                format?: "mp3" | "webm" | "original";
                download?: "1";
                /** @description Key of a mailed link */
                key?: string;
                /** @description Time stamp against caches */
                t?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                    "audio/webm": string;
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEventView"][];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_generate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async` answers at once */
                prefer?: string;
            };
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedTranscript"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptPending"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_photo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptView"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Uploads_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description JSON of AgreementData */
                    agreementData: string;
                    /** Format: binary */
                    audio: string;
                    /** Format: binary */
                    photo?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgreement"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_signup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Orders_publicConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfig"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Orders_create: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentIntent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    SystemHealth_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 503 with the same body when anything is down */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealth"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Orders_state: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentState"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"][];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_stats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementStats"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Webhooks_receive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored; Stripe need not send it again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}
