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
  "userAdd": {
    "user_name": {
      "required": true,
      "minLength": 3,
      "maxLength": 32,
      "pattern": "^[\\p{Script=Han}A-Za-z0-9_.\\-]+$"
    },
    "password": {
      "minLength": 8,
      "maxLength": 20,
      "pattern": "^(?=.*[A-Za-z])(?=.*[0-9])[\\x21-\\x7e]+$"
    },
    "role": {
      "required": true,
      "enum": [
        "admin",
        "security",
        "agent",
        "manager",
        "element"
      ]
    },
    "parent_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "modules": {
      "maxItems": 7
    },
    "thread_number": {
      "type": "integer",
      "minimum": 0,
      "maximum": 100000
    },
    "expires_at": {
      "type": "integer",
      "minimum": 0,
      "maximum": 32503680000000
    },
    "contact_name": {
      "maxLength": 64
    },
    "phone": {
      "maxLength": 32
    },
    "email": {
      "maxLength": 128
    },
    "note": {
      "maxLength": 500
    },
    "avatar": {
      "maxLength": 512,
      "pattern": "^((/|https://)\\S*)?$"
    }
  },
  "userEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "modules": {
      "maxItems": 7
    },
    "thread_number": {
      "type": "integer",
      "minimum": 0,
      "maximum": 100000
    },
    "expires_at": {
      "type": "integer",
      "minimum": 0,
      "maximum": 32503680000000
    },
    "contact_name": {
      "maxLength": 64
    },
    "phone": {
      "maxLength": 32
    },
    "email": {
      "maxLength": 128
    },
    "note": {
      "maxLength": 500
    },
    "avatar": {
      "maxLength": 512,
      "pattern": "^((/|https://)\\S*)?$"
    }
  },
  "userDel": {
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.role": {
      "maxItems": 5
    },
    "matching.user_name": {
      "maxLength": 64
    },
    "matching.enabled": {},
    "matching.service": {
      "maxItems": 4
    },
    "matching.parent_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "userSwitch": {
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.role": {
      "maxItems": 5
    },
    "matching.user_name": {
      "maxLength": 64
    },
    "matching.enabled": {},
    "matching.service": {
      "maxItems": 4
    },
    "matching.parent_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "enabled": {
      "required": true
    }
  },
  "userRenew": {
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.role": {
      "maxItems": 5
    },
    "matching.user_name": {
      "maxLength": 64
    },
    "matching.enabled": {},
    "matching.service": {
      "maxItems": 4
    },
    "matching.parent_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "days": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 3650
    }
  },
  "userPwdReset": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "new_password": {
      "required": true,
      "minLength": 8,
      "maxLength": 20,
      "pattern": "^(?=.*[A-Za-z])(?=.*[0-9])[\\x21-\\x7e]+$"
    }
  },
  "deviceEdit": {
    "id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 64
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.status": {
      "maxItems": 10
    },
    "matching.box_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.in_use": {},
    "matching.seen_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.seen_until": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "name": {
      "minLength": 1,
      "maxLength": 64
    },
    "note": {
      "maxLength": 500
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "start_settings": {},
    "start_settings.resolution": {
      "maxLength": 9,
      "pattern": "^[1-9][0-9]{2,3}x[1-9][0-9]{2,3}$"
    },
    "start_settings.dpi": {
      "type": "integer",
      "minimum": 72,
      "maximum": 960
    },
    "start_settings.language": {
      "maxLength": 16,
      "pattern": "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$"
    },
    "start_settings.timezone": {
      "minLength": 1,
      "maxLength": 64
    },
    "start_settings.fps": {
      "type": "integer",
      "minimum": 1,
      "maximum": 60
    },
    "start_settings.bitrate": {
      "type": "integer",
      "minimum": 100000,
      "maximum": 50000000
    }
  },
  "deviceDel": {
    "id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "ids": {
      "minItems": 1,
      "maxItems": 500
    }
  },
  "deviceRecover": {
    "id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "ids": {
      "minItems": 1,
      "maxItems": 500
    }
  },
  "deviceChangeIp": {
    "id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "ids": {
      "minItems": 1,
      "maxItems": 500
    }
  },
  "deviceMaintain": {
    "id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "on": {
      "required": true
    },
    "reason": {
      "maxLength": 200
    }
  },
  "deviceRun": {
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 64
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.status": {
      "maxItems": 10
    },
    "matching.box_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.in_use": {},
    "matching.seen_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.seen_until": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "action": {
      "required": true,
      "enum": [
        "shell",
        "reboot",
        "change_ip",
        "free",
        "install",
        "uninstall",
        "launch",
        "stop",
        "push",
        "screenshot",
        "screen_on",
        "screen_off"
      ]
    },
    "file_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "package": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*$"
    },
    "command": {
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "\\S"
    }
  },
  "deviceCare": {
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 64
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.status": {
      "maxItems": 10
    },
    "matching.box_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.in_use": {},
    "matching.seen_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.seen_until": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "action": {
      "required": true,
      "enum": [
        "maintain",
        "end_maintenance",
        "recover",
        "delete"
      ]
    }
  },
  "deviceShell": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "command": {
      "required": true,
      "minLength": 1,
      "maxLength": 4096,
      "pattern": "\\S"
    },
    "timeout_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 30
    }
  },
  "maintainEdit": {
    "content": {
      "required": true,
      "maxLength": 500
    }
  },
  "maintainFrp": {
    "box_id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "enabled": {
      "required": true
    },
    "server_address": {
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^[A-Za-z0-9]([A-Za-z0-9.\\-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:.]+$"
    },
    "server_port": {
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    },
    "token": {
      "maxLength": 256
    },
    "remote_port": {
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    },
    "local_port": {
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    }
  },
  "boxAdd": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "code": {
      "required": true,
      "minLength": 1,
      "maxLength": 16,
      "pattern": "^[A-Za-z0-9][A-Za-z0-9_\\-]*$"
    },
    "region": {
      "required": true,
      "minLength": 1,
      "maxLength": 32
    },
    "address": {
      "maxLength": 200
    },
    "slots": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "phone_owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "note": {
      "maxLength": 500
    }
  },
  "boxAddUnversioned": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "code": {
      "required": true,
      "minLength": 1,
      "maxLength": 16,
      "pattern": "^[A-Za-z0-9][A-Za-z0-9_\\-]*$"
    },
    "region": {
      "required": true,
      "minLength": 1,
      "maxLength": 32
    },
    "address": {
      "maxLength": 200
    },
    "slots": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "phone_owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "note": {
      "maxLength": 500
    }
  },
  "boxEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "name": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "region": {
      "minLength": 1,
      "maxLength": 32
    },
    "address": {
      "maxLength": 200
    },
    "slots": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "phone_owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "note": {
      "maxLength": 500
    }
  },
  "boxDel": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "boxToken": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
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
  },
  "environmentAdd": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 128,
      "pattern": "\\S"
    },
    "account": {
      "maxLength": 128
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "tags": {
      "maxItems": 10
    },
    "region": {
      "maxLength": 32
    },
    "proxy": {},
    "proxy.type": {
      "required": true,
      "enum": [
        "http",
        "https",
        "socks5"
      ]
    },
    "proxy.host": {
      "required": true,
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^[^\\s/@]+$"
    },
    "proxy.port": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    },
    "proxy.user_name": {
      "maxLength": 128
    },
    "proxy.password": {
      "maxLength": 128
    },
    "timezone": {
      "maxLength": 64
    },
    "language": {
      "maxLength": 35
    },
    "note": {
      "maxLength": 20000
    }
  },
  "environmentBatchAdd": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "pattern": {
      "required": true,
      "minLength": 3,
      "maxLength": 120,
      "pattern": "\\{n\\}"
    },
    "start": {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000000
    },
    "count": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 1000
    },
    "digits": {
      "type": "integer",
      "minimum": 1,
      "maximum": 8
    },
    "account": {
      "maxLength": 128
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "tags": {
      "maxItems": 10
    },
    "region": {
      "maxLength": 32
    },
    "proxy": {},
    "proxy.type": {
      "required": true,
      "enum": [
        "http",
        "https",
        "socks5"
      ]
    },
    "proxy.host": {
      "required": true,
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^[^\\s/@]+$"
    },
    "proxy.port": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    },
    "proxy.user_name": {
      "maxLength": 128
    },
    "proxy.password": {
      "maxLength": 128
    },
    "timezone": {
      "maxLength": 64
    },
    "language": {
      "maxLength": 35
    },
    "note": {
      "maxLength": 20000
    }
  },
  "environmentEdit": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.open": {},
    "matching.created_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.created_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "name": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "\\S"
    },
    "account": {
      "maxLength": 128
    },
    "owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "tags": {
      "maxItems": 10
    },
    "region": {
      "maxLength": 32
    },
    "proxy": {},
    "proxy.type": {
      "required": true,
      "enum": [
        "http",
        "https",
        "socks5"
      ]
    },
    "proxy.host": {
      "required": true,
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^[^\\s/@]+$"
    },
    "proxy.port": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 65535
    },
    "proxy.user_name": {
      "maxLength": 128
    },
    "proxy.password": {
      "maxLength": 128
    },
    "timezone": {
      "maxLength": 64
    },
    "language": {
      "maxLength": 35
    },
    "note": {
      "maxLength": 20000
    }
  },
  "environmentMove": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.open": {},
    "matching.created_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.created_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "tags": {
      "required": true,
      "minItems": 1,
      "maxItems": 10
    },
    "mode": {
      "enum": [
        "add",
        "replace",
        "remove"
      ]
    }
  },
  "environmentOpen": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "device_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "environmentReopen": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "device_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "environmentClose": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "environmentRun": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "action": {
      "required": true,
      "enum": [
        "open",
        "close",
        "restore"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.open": {},
    "matching.created_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.created_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    }
  },
  "recordRestore": {
    "environment_id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "record_id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "environmentAssign": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.open": {},
    "matching.created_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.created_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "owner_id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "environmentDel": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    },
    "matching.owner_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.tag": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "matching.region": {
      "maxLength": 32
    },
    "matching.open": {},
    "matching.created_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.created_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_from": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "matching.opened_to": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    }
  },
  "environmentRestore": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    }
  },
  "environmentPurge": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "matching": {},
    "matching.keyword": {
      "maxLength": 128
    }
  },
  "environmentImport": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "dry_run": {},
    "csv": {
      "minLength": 1,
      "maxLength": 8000000
    },
    "rows": {
      "minItems": 1,
      "maxItems": 10000
    }
  },
  "groupAdd": {
    "market": {
      "required": true,
      "enum": [
        "amazon",
        "tiktok",
        "temu",
        "walmart",
        "walmartcad",
        "rednote",
        "depop"
      ]
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^\\s*[^|\\s][^|]*$"
    },
    "colour": {
      "pattern": "^#[0-9a-f]{6}$"
    }
  },
  "groupEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "name": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^\\s*[^|\\s][^|]*$"
    },
    "colour": {
      "pattern": "^#[0-9a-f]{6}$"
    },
    "position": {
      "type": "integer",
      "minimum": 0,
      "maximum": 200
    }
  },
  "groupDel": {
    "ids": {
      "required": true,
      "minItems": 1,
      "maxItems": 200
    }
  },
  "logUndo": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "fileEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "name": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\.{1,2}$)(?=.*\\S)[^/\\\\\\x00-\\x1f\\x7f]+$"
    },
    "note": {
      "maxLength": 500
    }
  },
  "fileDel": {
    "ids": {
      "required": true,
      "minItems": 1,
      "maxItems": 10000
    }
  },
  "scriptAdd": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "description": {
      "maxLength": 500
    },
    "body": {
      "required": true,
      "minLength": 1,
      "maxLength": 65536,
      "pattern": "\\S"
    },
    "parameters": {
      "maxItems": 16
    }
  },
  "scriptEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "description": {
      "maxLength": 500
    },
    "body": {
      "required": true,
      "minLength": 1,
      "maxLength": 65536,
      "pattern": "\\S"
    },
    "parameters": {
      "maxItems": 16
    }
  },
  "scriptDel": {
    "ids": {
      "required": true,
      "minItems": 1,
      "maxItems": 10000
    }
  },
  "scriptRun": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "targets": {
      "required": true
    },
    "targets.device_ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "targets.box_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.owner_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.filter": {},
    "targets.filter.keyword": {
      "maxLength": 64
    },
    "targets.filter.region": {
      "maxLength": 32
    },
    "values": {},
    "timeout_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 21600
    },
    "concurrency": {
      "type": "integer",
      "minimum": 1,
      "maximum": 500
    }
  },
  "taskAdd": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "note": {
      "maxLength": 500
    },
    "work": {
      "required": true
    },
    "work.script_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "work.values": {},
    "work.action": {
      "enum": [
        "reboot",
        "change_ip",
        "free",
        "install",
        "uninstall",
        "launch",
        "stop",
        "push",
        "screenshot",
        "screen_on",
        "screen_off"
      ]
    },
    "work.file_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "work.package": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*$"
    },
    "targets": {
      "required": true
    },
    "targets.device_ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "targets.box_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.owner_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.filter": {},
    "targets.filter.keyword": {
      "maxLength": 64
    },
    "targets.filter.region": {
      "maxLength": 32
    },
    "schedule": {
      "required": true
    },
    "schedule.once_at": {
      "type": "integer",
      "minimum": 0,
      "maximum": 253402300799000
    },
    "schedule.cron": {
      "minLength": 9,
      "maxLength": 64
    },
    "schedule.timezone": {
      "required": true,
      "minLength": 1,
      "maxLength": 64
    },
    "timeout_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 21600
    },
    "concurrency": {
      "type": "integer",
      "minimum": 1,
      "maximum": 500
    },
    "enabled": {}
  },
  "taskEdit": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "\\S"
    },
    "note": {
      "maxLength": 500
    },
    "work": {
      "required": true
    },
    "work.script_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "work.values": {},
    "work.action": {
      "enum": [
        "reboot",
        "change_ip",
        "free",
        "install",
        "uninstall",
        "launch",
        "stop",
        "push",
        "screenshot",
        "screen_on",
        "screen_off"
      ]
    },
    "work.file_id": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "work.package": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*$"
    },
    "targets": {
      "required": true
    },
    "targets.device_ids": {
      "minItems": 1,
      "maxItems": 10000
    },
    "targets.box_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.owner_ids": {
      "minItems": 1,
      "maxItems": 500
    },
    "targets.filter": {},
    "targets.filter.keyword": {
      "maxLength": 64
    },
    "targets.filter.region": {
      "maxLength": 32
    },
    "schedule": {
      "required": true
    },
    "schedule.once_at": {
      "type": "integer",
      "minimum": 0,
      "maximum": 253402300799000
    },
    "schedule.cron": {
      "minLength": 9,
      "maxLength": 64
    },
    "schedule.timezone": {
      "required": true,
      "minLength": 1,
      "maxLength": 64
    },
    "timeout_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 21600
    },
    "concurrency": {
      "type": "integer",
      "minimum": 1,
      "maximum": 500
    },
    "enabled": {}
  },
  "taskDel": {
    "ids": {
      "required": true,
      "minItems": 1,
      "maxItems": 10000
    }
  },
  "taskSwitch": {
    "ids": {
      "required": true,
      "minItems": 1,
      "maxItems": 10000
    },
    "enabled": {
      "required": true
    }
  },
  "taskRun": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "jobCancel": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    }
  },
  "jobRetry": {
    "id": {
      "required": true,
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "recover": {}
  }
} as const
