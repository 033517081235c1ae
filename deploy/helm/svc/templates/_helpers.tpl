{{/* With "-migrate" at most 63 characters, which is as long as a label may be. */}}
{{- define "svc.name" -}}
{{- if contains "svc" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name | trunc 51 | trimSuffix "-" }}-svc{{ end -}}
{{- end }}

{{- define "svc.selector" -}}
app.kubernetes.io/name: svc
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "svc.labels" -}}
{{ include "svc.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "svc.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* One sentence for each value that is missing or contradicts another. */}}
{{- define "svc.check" -}}
{{- $_ := required "image.repository is missing: build the image, push it, and name it: docs/operate/kubernetes.md." .Values.image.repository }}
{{- $_ := required "existingSecret is missing: name the secret that has DATABASE_URL and SVC_SECRET." .Values.existingSecret }}
{{- $_ := required "baseUrl is missing: set the address that people open, such as https://svc.example.com." .Values.baseUrl }}
{{- if eq .Values.storage.kind "s3" }}
{{- $_ := required "storage.s3.bucket is missing: name the bucket, or set storage.kind=disk." .Values.storage.s3.bucket }}
{{- else if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) }}
{{- fail "storage.kind=disk is for one server: set replicas=1 without autoscaling, or use storage.kind=s3." }}
{{- end }}
{{- range $name := list "HOST" "PORT" "SVC_BASE_URL" "SVC_DATA_DIR" "SVC_S3_BUCKET" "SVC_S3_ENDPOINT" "SVC_S3_REGION" "SVC_STORAGE" }}
{{- if hasKey $.Values.settings $name }}
{{- fail (printf "settings.%s is not for you: the image or another value of the chart sets it." $name) }}
{{- end }}
{{- end }}
{{- end }}

{{/* What the servers and the migration have in common. */}}
{{- define "svc.env" -}}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
env:
  - name: SVC_BASE_URL
    value: {{ .Values.baseUrl | quote }}
  {{- if .Values.ingress.enabled }}
  {{- if not (hasKey .Values.settings "SVC_TRUST_PROXY") }}
  - name: SVC_TRUST_PROXY
    value: "1"
  {{- end }}
  {{- end }}
  - name: SVC_STORAGE
    value: {{ .Values.storage.kind }}
  {{- if eq .Values.storage.kind "s3" }}
  {{- with .Values.storage.s3 }}
  - name: SVC_S3_BUCKET
    value: {{ .bucket | quote }}
  - name: SVC_S3_REGION
    value: {{ .region | quote }}
  {{- if .endpoint }}
  - name: SVC_S3_ENDPOINT
    value: {{ .endpoint | quote }}
  {{- end }}
  {{- end }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    {{- /* toString would make 1.048576e+06 of 1048576. */}}
    value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
  {{- end }}
{{- end }}

{{- define "svc.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "svc.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
