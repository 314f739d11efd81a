// Generated from openapi.yaml by npm run generate.

/** What the fields of a call's body must be, by its operation's id. */
export const bodyRules = {
  "userLogin": {
    "user_name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64
    },
    "password": {
      "required": true,
      "minLength": 1,
      "maxLength": 128
    },
    "captcha_id": {
      "maxLength": 64
    },
    "captcha_val": {
      "maxLength": 16
    }
  },
  "userRegister": {
    "user_name": {
      "required": true,
      "minLength": 3,
      "maxLength": 32,
      "pattern": "^[\\p{Script=Han}A-Za-z0-9_.\\-]+$"
    },
    "password": {
      "required": true,
      "minLength": 8,
      "maxLength": 20,
      "pattern": "^(?=.*[A-Za-z])(?=.*[0-9])[\\x21-\\x7e]+$"
    },
    "invite_code": {
      "required": true,
      "minLength": 1,
      "maxLength": 32
    },
    "captcha_id": {
      "maxLength": 64
    },
    "captcha_val": {
      "maxLength": 16
    }
  },
  "userPwdModify": {
    "old_password": {
      "required": true,
      "minLength": 1,
      "maxLength": 128
    },
    "new_password": {
      "required": true,
      "minLength": 8,
      "maxLength": 20,
      "pattern": "^(?=.*[A-Za-z])(?=.*[0-9])[\\x21-\\x7e]+$"
    }
  },
  "userMessageSend": {
    "msg_text": {
      "required": true,
      "minLength": 1,
      "maxLength": 2000,
      "pattern": "\\S"
    },
    "to": {
      "required": true
    },
    "to.user_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "to.roles": {
      "minItems": 1,
      "maxItems": 5
    }
  },
  "maintainEdit": {
    "content": {
      "required": true,
      "maxLength": 500
    }
  },
  "boxEnrol": {
    "enrolment_token": {
      "required": true,
      "minLength": 1,
      "maxLength": 128
    },
    "agent_version": {
      "required": true,
      "minLength": 1,
      "maxLength": 32
    }
  }
} as const
